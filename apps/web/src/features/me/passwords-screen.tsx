import "@candor/ui/display.css";
import { Segmented } from "@candor/ui/segmented.tsx";
import { useSearchParams } from "react-router";
import { useT } from "../../i18n/use-t.ts";
import { Page, useGoBack } from "../../shell/page.tsx";
import { LoginPasswordForm } from "./login-password-form.tsx";
import "./me.css";
import { PaymentPasswordForm } from "./payment-password-form.tsx";

/** Both passwords: for the login and for payments. */
export function Screen() {
  const t = useT();
  const goBack = useGoBack();
  const [params, setParams] = useSearchParams();
  const kind = params.get("kind") === "payment" ? "payment" : "login";
  return (
    <Page title={t("me.passwords")} hasBack isForm>
      <div className="panel pw-form">
        <Segmented
          label={t("me.passwordKind")}
          value={kind}
          onValueChange={(next) => setParams(next === "payment" ? { kind: next } : {}, { replace: true })}
          choices={[
            { value: "login", label: t("me.loginPassword") },
            { value: "payment", label: t("me.paymentPassword") },
          ]}
        />
        {kind === "login" ? <LoginPasswordForm onDone={goBack} /> : <PaymentPasswordForm onDone={goBack} />}
      </div>
    </Page>
  );
}
