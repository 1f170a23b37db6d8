import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import "./choice.css";

export interface MenuEntry {
  readonly key: string;
  readonly label: ReactNode;
  readonly onSelect: () => void;
}

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
}

/** A short list of acts below a button. */
export function Menu({ trigger, entries }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="menu-layer" sideOffset={6} align="end">
          <Base.Popup className="menu">
            {entries.map((entry) => (
              <Base.Item key={entry.key} onClick={entry.onSelect}>
                {entry.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
