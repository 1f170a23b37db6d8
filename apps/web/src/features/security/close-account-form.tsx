import { isSixDigits } from "@candor/text/account-rules";
import { Button } from "@candor/ui/button.tsx";
import { CodeInput } from "@candor/ui/code-input.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { CodeField } from "../../shared/account/code-field.tsx";
import { LoginPasswordInput } from "../../shared/account/login-password-input.tsx";
import { useGuardedAct } from "../../shared/account/use-guarded-act.tsx";
import { messageOf } from "../../shell/calls/use-call.ts";
import { HOME } from "../../shell/routing/routes.ts";
import { endSession, logOutWith } from "../../shell/services/services.ts";
import type { Closing } from "./closing.ts";

interface Problems {
  readonly password?: string;
  readonly payment?: string;
  readonly code?: string;
  readonly other?: string;
}

/** Field each error belongs to. */
const FIELDS: Readonly<Record<string, keyof Problems>> = {
  "user.passwordError": "password",
  "user.paymentPasswordLocked": "payment",
  "wallet.paymentPasswordError": "payment",
  "user.codeError": "code",
  "user.codeExpired": "code",
};

interface Props {
  readonly closing: Closing;
  /** Called if an obstacle has appeared in the meantime. */
  readonly onBlocked: () => void;
}

function useClosing({ closing: { codeTo, asksPaymentPassword }, onBlocked }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const [payment, setPayment] = useState("");
  const [code, setCode] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  const close = useGuardedAct("closeAccount");
  const refuse = (error: ApiError) => {
    if (error.error === "user.closingBlocked") onBlocked();
    const left = error.params.attemptsLeft;
    const words =
      messageOf(error) + (typeof left === "number" ? ` · ${t("login.attemptsLeft", { count: left })}` : "");
    setProblems({ [FIELDS[error.error] ?? "other"]: words });
  };
  const submit = async () => {
    const found: Problems = {
      ...(password === "" && { password: t("login.passwordEmpty") }),
      ...(asksPaymentPassword && !isSixDigits(payment) && { payment: t("me.paymentPasswordFormat") }),
      ...(codeTo !== null && !isSixDigits(code) && { code: t("login.codeFormat") }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    // The session ends with the account, so the usual notice is suppressed.
    await logOutWith(async () => {
      const outcome = await close.run({
        action: "close",
        password,
        ...(asksPaymentPassword && { paymentPassword: payment }),
        ...(codeTo !== null && { code }),
      });
      if (outcome === null) return;
      if (!outcome.ok) return refuse(outcome.error);
      await navigate(HOME);
      endSession();
      showToast(t("security.closeDone"), { kind: "success" });
    });
  };
  return { password, setPassword, payment, setPayment, code, setCode, problems, close, submit };
}

/** Collects all proofs of ownership, then closes the account and logs this device out. */
export function CloseAccountForm(props: Props) {
  const { codeTo, asksPaymentPassword } = props.closing;
  const t = useT();
  const form = useClosing(props);
  const { password, payment, code, problems, close } = form;
  return (
    <>
      <Form className="stack-4" onSubmit={form.submit}>
        <LoginPasswordInput value={password} error={problems.password} onValueChange={form.setPassword} />
        {asksPaymentPassword && (
          <CodeInput
            label={t("me.paymentPassword")}
            secret
            value={payment}
            onValueChange={form.setPayment}
            error={problems.payment}
          />
        )}
        {codeTo !== null && (
          <CodeField
            event="close"
            channel={codeTo.channel}
            label={t("security.oldCode", { address: codeTo.target })}
            value={code}
            onValueChange={form.setCode}
            error={problems.code ?? null}
          />
        )}
        {problems.other !== undefined && (
          <Notice tone="down" announce>
            {problems.other}
          </Notice>
        )}
        <Button tone="danger" block type="submit" busy={close.isBusy}>
          {t("security.closeAct")}
        </Button>
      </Form>
      {close.sheet}
    </>
  );
}
