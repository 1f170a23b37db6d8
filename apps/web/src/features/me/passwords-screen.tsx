import { Link } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { LoginPasswordForm } from "../../shared/account/login-password-form.tsx";
import { PaymentPasswordForm } from "../../shared/account/payment-password-form.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useGoBack } from "../../shell/routing/page-title.ts";
import { RETRIEVE } from "../../shell/routing/routes.ts";
import { PasswordPage } from "./password-page.tsx";

/** Changes the login or payment password, confirmed by the current one. */
export function Screen() {
  const t = useT();
  const goBack = useGoBack();
  const { data: profile } = useCall("profile", {});
  return (
    <PasswordPage title={t("me.passwords")}>
      {(kind) => (
        <>
          {kind === "login" ? (
            <LoginPasswordForm proof="old" onDone={goBack} />
          ) : (
            <PaymentPasswordForm onDone={goBack} />
          )}
          {/* A payment password that was never set cannot be forgotten. */}
          {(kind === "login" || profile?.paymentPasswordSet === true) && (
            <p className="center">
              <Link className="link pw-other" to={kind === "login" ? RETRIEVE : `${RETRIEVE}?kind=payment`}>
                {t("me.forgotOld")}
              </Link>
            </p>
          )}
        </>
      )}
    </PasswordPage>
  );
}
