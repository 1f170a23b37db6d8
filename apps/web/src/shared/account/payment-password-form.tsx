import { isSixDigits } from "@candor/text/account-rules";
import { areTrivialDigits } from "@candor/text/trivial-digits";
import { CodeInput } from "@candor/ui/code-input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useT } from "../../i18n/use-t.ts";
import { refresh, useCall } from "../../shell/calls/use-call.ts";
import { LoginPasswordInput } from "./login-password-input.tsx";
import { OwnCodeField } from "./own-code-field.tsx";
import { type Proof, usePasswordChange } from "./use-password-change.tsx";

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

/**
 * Sets or changes the six-digit password for transfers and withdrawals. The first one needs a code, or the login
 * password if the account has no contact.
 */
export function PaymentPasswordForm({ proof: wantedProof = "old", onDone }: Props) {
  const t = useT();
  const { data: profile } = useCall("profile", {});
  const isFirst = profile?.paymentPasswordSet !== true;
  // An account without mail or phone cannot receive a code.
  const isByLogin = isFirst && profile !== undefined && profile.email === null && profile.phone === null;
  const proof = isByLogin ? "login" : isFirst ? "code" : wantedProof;
  const passwordProblem = (password: string): string | undefined => {
    if (!isSixDigits(password)) return t("me.paymentPasswordFormat");
    return areTrivialDigits(password) ? t("me.paymentPasswordTrivial") : undefined;
  };
  const form = usePasswordChange({
    kind: "payment",
    proof,
    proofProblem: (given) =>
      (proof === "login" ? given !== "" : isSixDigits(given)) ? undefined : t(PROOF_PROBLEMS[proof]),
    passwordProblem,
    onChanged: () => refresh("profile"),
    onDone,
  });
  return form.frame(
    <>
      {isFirst && (
        <Notice tone="primary">{t(isByLogin ? "me.firstPaymentByLogin" : "me.firstPaymentNote")}</Notice>
      )}
      {proof === "login" && <LoginPasswordInput {...form.proof} />}
      {proof === "old" && <CodeInput label={t("me.oldPaymentPassword")} secret {...form.proof} />}
      {proof === "code" && <OwnCodeField event="payment" {...form.proof} />}
      <CodeInput label={t("me.newPaymentPassword")} secret {...form.password} />
      <CodeInput label={t("me.repeatPaymentPassword")} secret {...form.repeat} />
      {(!isFirst || isByLogin) && <Notice>{t(isFirst ? "me.firstHoldNote" : "me.holdNote")}</Notice>}
    </>,
  );
}
