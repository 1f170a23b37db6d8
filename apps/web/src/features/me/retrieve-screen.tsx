import { useNavigate } from "react-router";
import { useT } from "../../i18n/use-t.ts";
import { LoginPasswordForm } from "../../shared/account/login-password-form.tsx";
import { PaymentPasswordForm } from "../../shared/account/payment-password-form.tsx";
import { SECURITY } from "../../shell/routing/routes.ts";
import { PasswordPage } from "./password-page.tsx";

/** Recovers a forgotten password with a code to the bound mailbox or phone. */
export function Screen() {
  const t = useT();
  const navigate = useNavigate();
  const done = () => void navigate(SECURITY, { replace: true });
  return (
    <PasswordPage title={t("me.retrieveTitle")}>
      {(kind) => (
        <>
          <p className="muted">{t("me.retrieveNote")}</p>
          {kind === "login" ? (
            <LoginPasswordForm proof="code" onDone={done} />
          ) : (
            <PaymentPasswordForm proof="code" onDone={done} />
          )}
        </>
      )}
    </PasswordPage>
  );
}
