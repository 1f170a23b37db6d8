import { ButtonLink } from "@candor/ui/button.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { type IconComponent, UsersIcon } from "@candor/ui/icons.tsx";
import type { ReactNode } from "react";
import { useT } from "../i18n/use-t.ts";
import { loginPath } from "./routes.ts";

interface Props {
  readonly icon?: IconComponent;
  /** What there is to see after the login. */
  readonly title: string;
  /** Where the login leads back to. */
  readonly returnTo: string;
  readonly size?: "small" | "medium";
  readonly children?: ReactNode;
}

/** Stands where a visitor would find what belongs to an account. */
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
