import { ButtonLink } from "@candor/ui/button.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { type IconComponent, UsersIcon } from "@candor/ui/icons.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { loginPath } from "../routing/routes.ts";

interface Props {
  readonly icon?: IconComponent;
  /** What is available after login. */
  readonly title: string;
  /** Where login returns to. */
  readonly returnTo: string;
  readonly size?: "small" | "medium";
  readonly children?: ReactNode;
}

/** Shown to visitors in place of account content. */
export function LogInFirst({ icon = UsersIcon, title, returnTo, size = "small", children }: Props) {
  const t = useT();
  return (
    <Empty
      icon={icon}
      title={title}
      action={
        <ButtonLink to={loginPath(returnTo)} tone="primary" size={size}>
          {t("shell.logIn")}
        </ButtonLink>
      }
    >
      {children}
    </Empty>
  );
}
