import { areTrivialDigits } from "@candor/text/trivial-digits";
import { Button } from "@candor/ui/button.tsx";
import { CodeInput } from "@candor/ui/code-input.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { messageOf, refresh, useCall } from "../../shell/use-call.ts";
import { useProblems } from "../../shell/use-problems.ts";
import type { Proof } from "./login-password-form.tsx";
import { LoginPasswordInput } from "./login-password-input.tsx";
import { OwnCodeField } from "./own-code-field.tsx";
import { isCode, isPaymentPassword } from "./rules.ts";
import { useGuardedAct } from "./use-guarded-act.tsx";

interface Problems {
  readonly proof?: string;
  readonly password?: string;
  readonly repeat?: string;
}

const FIELDS: Readonly<Record<string, keyof Problems>> = {
  "user.paymentPasswordFormat": "password",
  "user.paymentPasswordTrivial": "password",
  "user.passwordUnchanged": "password",
  "user.passwordsDiffer": "repeat",
};

interface Props {
  /** How a change is confirmed; the first password always needs a code. */
  readonly proof?: Proof;
  readonly onDone: () => void;
}

const PROOF_PROBLEMS = {
  old: "me.paymentPasswordFormat",
  code: "login.codeFormat",
  login: "login.passwordEmpty",
} as const;

function isProven(proof: keyof typeof PROOF_PROBLEMS, old: string, code: string): boolean {
  if (proof === "login") return old !== "";
  return proof === "old" ? isPaymentPassword(old) : isCode(code);
}

function usePaymentPasswordForm({ proof: wantedProof = "old", onDone }: Props) {
  const t = useT();
  const { data: profile } = useCall("profile", {});
  const isFirst = profile?.paymentPasswordSet !== true;
  // An account without mail or phone cannot receive a code.
  const isByLogin = isFirst && profile !== undefined && profile.email === null && profile.phone === null;
  const proof = isByLogin ? "login" : isFirst ? "code" : wantedProof;
  const [old, setOld] = useState("");
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const { problems, setProblems, answering } = useProblems<Problems>({});
  const reset = useGuardedAct("resetPassword");
  const submit = async () => {
    const found: Problems = {
      ...(!isProven(proof, old, code) && { proof: t(PROOF_PROBLEMS[proof]) }),
      ...(!isPaymentPassword(password)
        ? { password: t("me.paymentPasswordFormat") }
        : areTrivialDigits(password) && { password: t("me.paymentPasswordTrivial") }),
      ...(password !== repeat && { repeat: t("login.passwordsDiffer") }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const outcome = await reset.run({
      kind: "payment",
      ...(proof === "code" ? { code } : { oldPassword: old }),
      newPassword: password,
      repeatPassword: repeat,
    });
    if (outcome === null) return;
    if (!outcome.ok)
      return setProblems({ [FIELDS[outcome.error.error] ?? "proof"]: messageOf(outcome.error) });
    await refresh("profile");
    // Shown together with the next page, so that the user can go on at once.
    showToast(t("me.saved"), { kind: "success" });
    onDone();
  };
  return {
    old,
    setOld,
    code,
    setCode,
    password,
    setPassword,
    repeat,
    setRepeat,
    isFirst,
    isByLogin,
    proof,
    problems,
    answering,
    reset,
    submit,
  };
}

/**
 * Sets or changes the six-digit password for transfers and withdrawals. The first one needs a code, or the login
 * password if the account has no contact.
 */
export function PaymentPasswordForm(props: Props) {
  const t = useT();
  const form = usePaymentPasswordForm(props);
  const { old, code, password, repeat, isFirst, isByLogin, proof, problems, answering, reset } = form;
  return (
    <>
      <Form className="stack-4" onSubmit={form.submit}>
        {isFirst && (
          <Notice tone="primary">{t(isByLogin ? "me.firstPaymentByLogin" : "me.firstPaymentNote")}</Notice>
        )}
        {proof === "login" && (
          <LoginPasswordInput
            value={old}
            onValueChange={answering(form.setOld, "proof")}
            error={problems.proof}
          />
        )}
        {proof === "old" && (
          <CodeInput
            label={t("me.oldPaymentPassword")}
            secret
            value={old}
            onValueChange={answering(form.setOld, "proof")}
            error={problems.proof}
          />
        )}
        {proof === "code" && (
          <OwnCodeField
            event="payment"
            value={code}
            onValueChange={answering(form.setCode, "proof")}
            error={problems.proof ?? null}
          />
        )}
        <CodeInput
          label={t("me.newPaymentPassword")}
          secret
          value={password}
          onValueChange={answering(form.setPassword, "password", "repeat")}
          error={problems.password}
        />
        <CodeInput
          label={t("me.repeatPaymentPassword")}
          secret
          value={repeat}
          onValueChange={answering(form.setRepeat, "repeat")}
          error={problems.repeat}
        />
        {(!isFirst || isByLogin) && <Notice>{t("me.holdNote")}</Notice>}
        <Button tone="primary" block type="submit" busy={reset.isBusy}>
          {t("me.save")}
        </Button>
      </Form>
      {reset.sheet}
    </>
  );
}
