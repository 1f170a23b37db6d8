import type { IconComponent } from "@candor/ui/icons.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";

interface Props {
  readonly icon: IconComponent;
  readonly title: string;
  readonly state: ReactNode;
  /** Highlights the state as recommended. */
  readonly isMissing?: boolean;
  /** Label of the action; the whole row is clickable. */
  readonly act: string;
  readonly to?: string;
  readonly onAct?: () => void;
}

/** One protection: its name, state and action. */
export function SecurityRow({ icon: Icon, title, state, isMissing = false, act, to, onAct }: Props) {
  const words = { "aria-label": `${act}: ${title}`, children: act };
  return (
    <li>
      <Icon />
      <div className="grow stack-1">
        <span className="med">{title}</span>
        <span className={isMissing ? "small warn trunc" : "small muted trunc"}>{state}</span>
      </div>
      {to === undefined ? (
        <button type="button" className="link small row-act" onClick={onAct} {...words} />
      ) : (
        <Link className="link small row-act" to={to} {...words} />
      )}
    </li>
  );
}
