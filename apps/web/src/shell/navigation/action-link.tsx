import "@candor/ui/display.css";
import type { IconComponent } from "@candor/ui/icons.tsx";
import { Link } from "@candor/ui/ui-context.tsx";

export interface ActionLinkProps {
  readonly to: string;
  readonly label: string;
  readonly Icon: IconComponent;
}

/** A link in a row of actions: an icon on a tile above its name. */
export function ActionLink({ to, label, Icon }: ActionLinkProps) {
  return (
    <Link to={to}>
      <i className="tile">
        <Icon />
      </i>
      <span>{label}</span>
    </Link>
  );
}
