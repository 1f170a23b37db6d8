import { ButtonLink } from "@candor/ui/button.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useLocation } from "react-router";
import { useT } from "../../i18n/use-t.ts";
import { LOGIN, loginPath, SECURITY } from "../../shell/routing/routes.ts";
import { AuthLayout } from "./auth-layout.tsx";

/** What ended with the old password, and a review of the remaining passkeys. */
export function PasswordReset({ done }: { readonly done: CallReply<"resetPassword"> }) {
  const t = useT();
  const { search } = useLocation();
  const { endedApiKeys, removedPasskeys, keptPasskeys, removedContacts, removedTotp, unfrozen } = done;
  const names = (list: readonly string[]) => ({ names: list.join(", ") });
  return (
    <AuthLayout title={t("login.forgotTitle")}>
      <div className="stack-4">
        {unfrozen && <Notice tone="up">{t("login.reopened")}</Notice>}
        <p>{t("login.passwordReset")}</p>
        {endedApiKeys.length > 0 && <p className="muted">{t("login.endedApiKeys", names(endedApiKeys))}</p>}
        {removedPasskeys.length > 0 && (
          <p className="muted">{t("login.removedPasskeys", names(removedPasskeys))}</p>
        )}
        {removedContacts.length > 0 && (
          <p className="muted">{t("login.removedContacts", names(removedContacts))}</p>
        )}
        {removedTotp && <p className="muted">{t("login.removedTotp")}</p>}
        {keptPasskeys.length > 0 && (
          <Notice tone="warn">{t("login.keptPasskeysAsk", names(keptPasskeys))}</Notice>
        )}
        <ButtonLink to={LOGIN + search} tone="primary" block>
          {t(keptPasskeys.length > 0 ? "login.allMine" : "login.logIn")}
        </ButtonLink>
        {keptPasskeys.length > 0 && (
          <ButtonLink to={loginPath(SECURITY)} tone="line" block>
            {t("login.notMine")}
          </ButtonLink>
        )}
      </div>
    </AuthLayout>
  );
}
