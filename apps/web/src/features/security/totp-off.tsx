import { Button } from "@candor/ui/button.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoginPasswordInput } from "../../shared/account/login-password-input.tsx";
import { useGuardedAct } from "../../shared/account/use-guarded-act.tsx";
import { messageOf, refresh } from "../../shell/calls/use-call.ts";
import { useProblems } from "../../shell/hooks/use-problems.ts";

/** Disables the authenticator app; needs the password and one more second factor. */
export function TotpOff({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const [password, setPassword] = useState("");
  const { problems, setProblems, clearingProblems } = useProblems<{ readonly password?: string }>({});
  const disable = useGuardedAct("totp");
  const submit = async () => {
    if (password === "") return setProblems({ password: t("login.passwordEmpty") });
    setProblems({});
    const outcome = await disable.run({ action: "disable", password });
    if (outcome === null) return;
    if (!outcome.ok) return setProblems({ password: messageOf(outcome.error) });
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
          error={problems.password}
          onValueChange={clearingProblems(setPassword, "password")}
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
