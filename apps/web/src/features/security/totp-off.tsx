import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { messageOf, refresh } from "../../shell/use-call.ts";
import { LoginPasswordInput } from "./login-password-input.tsx";
import { useGuardedAct } from "./use-guarded-act.tsx";

/** Switches the authenticator app off; that takes the password and a last second factor. */
export function TotpOff({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const disable = useGuardedAct("totp");
  const submit = async () => {
    if (password === "") return setProblem(t("login.passwordEmpty"));
    setProblem(null);
    const outcome = await disable.run({ action: "disable", password });
    if (outcome === null) return;
    if (!outcome.ok) return setProblem(messageOf(outcome.error));
    await refresh("profile");
    showToast(t("security.totpIsOff"), { kind: "success" });
    onDone();
  };
  return (
    <>
      <Form className="stack-4" onSubmit={submit}>
        <p>{t("security.totpIsOn")}</p>
        <LoginPasswordInput
          value={password}
          error={problem}
          onValueChange={(typed) => {
            setPassword(typed);
            setProblem(null);
          }}
        />
        <Notice>{t("me.holdNote")}</Notice>
        <Button tone="danger" block type="submit" busy={disable.isBusy}>
          {t("security.totpTurnOff")}
        </Button>
      </Form>
      {disable.sheet}
    </>
  );
}
