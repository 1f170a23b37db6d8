import type { IconComponent } from "@candor/ui/icons.tsx";
import { ChevronRightIcon } from "@candor/ui/page-icons.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";

export interface SettingProps {
  readonly icon: IconComponent;
  readonly children: ReactNode;
  readonly aside?: ReactNode;
}

/** A row in a settings list. */
export function Setting({ icon: Icon, children, aside }: SettingProps) {
  return (
    <li className="setting">
      <Icon />
      <span className="grow">{children}</span>
      {aside}
    </li>
  );
}

/** A row that links to a page. */
export function SettingLink(props: SettingProps & { readonly to: string }) {
  return (
    <Setting
      icon={props.icon}
      aside={
        <>
          {props.aside}
          <ChevronRightIcon size="s" className="muted" />
        </>
      }
    >
      <Link className="row-act" to={props.to}>
        {props.children}
      </Link>
    </Setting>
  );
}
