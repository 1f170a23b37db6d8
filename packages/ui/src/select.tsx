import { Select as Base } from "@base-ui/react/select";
import { useId } from "react";
import "./choice.css";
import "./field.css";
import { CheckIcon, ChevronDownIcon } from "./icons.tsx";
import type { Choice } from "./segmented.tsx";

export interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly choices: readonly Choice<Value>[];
  /** The label stands above; otherwise it is only said. */
  readonly labelShown?: boolean;
  readonly disabled?: boolean;
}

/** One of several, in a menu. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, onValueChange, choices, labelShown = false, disabled = false } = props;
  const id = useId();
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <div className="field">
      {labelShown && (
        <span className="lab" id={id}>
          {label}
        </span>
      )}
      <Base.Root
        value={value}
        onValueChange={(next) => {
          if (next !== null) onValueChange(next);
        }}
        disabled={disabled}
      >
        <Base.Trigger
          className="inp select"
          {...(labelShown ? { "aria-labelledby": id } : { "aria-label": label })}
        >
          <span className="trunc">{chosen?.label}</span>
          <ChevronDownIcon size="s" className="muted" />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className="menu-layer" sideOffset={4} alignItemWithTrigger={false}>
            <Base.Popup className="menu">
              {choices.map((choice) => (
                <Base.Item key={choice.value} value={choice.value}>
                  <Base.ItemText>{choice.label}</Base.ItemText>
                  <Base.ItemIndicator>
                    <CheckIcon size="s" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </div>
  );
}
