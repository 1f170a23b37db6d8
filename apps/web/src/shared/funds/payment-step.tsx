import { isSixDigits } from "@candor/text/account-rules";
import { Button } from "@candor/ui/button.tsx";
import type { KeyValueLine } from "@candor/ui/card.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { CodeInput } from "@candor/ui/code-input.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";
import { useRef, useState } from "react";
import type { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { messageOf } from "../../shell/calls/use-call.ts";
import { useProblems } from "../../shell/hooks/use-problems.ts";
import { PASSWORDS } from "../../shell/routing/routes.ts";
import type { SecondFactor, SecondFactorMethod } from "../../shell/session/second-factor.tsx";
import { proveSecondFactor, SecondFactorField } from "../../shell/session/second-factor.tsx";

const NO_METHODS: readonly SecondFactorMethod[] = [];

interface Secrets {
  readonly paymentPassword: string;
  readonly secondFactor?: SecondFactor;
}

interface Props {
  /** Details of the action, line by line. */
  readonly lines: readonly KeyValueLine[];
  /** Content between the lines and the password. */
  readonly children?: ReactNode;
  /** Button label with action and amount. */
  readonly act: string;
  readonly isBusy: boolean;
  /** Second factors set up; empty if none is required. */
  readonly methods?: readonly SecondFactorMethod[];
  /** Submits. Resolves to null when done or if the caller shows the error itself. */
  readonly onSubmit: (secrets: Secrets) => Promise<ApiError | null>;
}

interface Problems {
  readonly password?: string;
  readonly factor?: string;
  readonly other?: string;
}

const methodsOf = (refusal: ApiError): readonly SecondFactorMethod[] => {
  const { methods } = refusal.params as { readonly methods?: unknown };
  return Array.isArray(methods) ? (methods as readonly SecondFactorMethod[]) : NO_METHODS;
};

/** Returns the texts of a rejection, by input field. */
function useProblemOf(): (refusal: ApiError) => Problems {
  const t = useT();
  const formats = useFormats();
  return (refusal) => {
    const { attemptsLeft, untilMs } = refusal.params;
    switch (refusal.error) {
      case "user.paymentPasswordLocked":
        return typeof untilMs === "number"
          ? { password: t("wallet.lockedUntil", { time: formats.date(untilMs, "time") }) }
          : { password: messageOf(refusal) };
      case "wallet.paymentPasswordError":
      case "withdrawal.paymentPasswordError": {
        const left =
          typeof attemptsLeft === "number" ? ` · ${t("login.attemptsLeft", { count: attemptsLeft })}` : "";
        return { password: messageOf(refusal) + left };
      }
      case "user.secondFactorRequired":
      case "user.secondFactorError":
      case "user.secondFactorUsed":
      case "request.expired":
        return { factor: messageOf(refusal) };
      default:
        return { other: messageOf(refusal) };
    }
  };
}

/** What is typed, its problems, and the submission, which never runs twice at once. */
function usePayment(methods: readonly SecondFactorMethod[], onSubmit: Props["onSubmit"]) {
  const t = useT();
  const problemOf = useProblemOf();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const { problems, setProblems, clearingProblems } = useProblems<Problems>({});
  /** A factor set up elsewhere in the meantime appears with the rejection. */
  const [demanded, setDemanded] = useState<readonly SecondFactorMethod[]>(NO_METHODS);
  const isRunning = useRef(false);
  const asked = methods.length > 0 ? methods : demanded;

  const run = async (digits: string, typedCode: string) => {
    if (!isSixDigits(digits)) return setProblems({ password: t("me.paymentPasswordFormat") });
    setProblems({});
    const proof = asked.length === 0 ? null : await proveSecondFactor(asked, typedCode);
    if (proof?.ok === false) return setProblems({ factor: proof.message });
    const refusal = await onSubmit({
      paymentPassword: digits,
      ...(proof?.ok === true && { secondFactor: proof.secondFactor }),
    });
    if (refusal === null) return;
    const found = problemOf(refusal);
    setProblems(found);
    if (found.password !== undefined) setPassword("");
    if (found.factor !== undefined) setCode("");
    if (refusal.error === "user.secondFactorRequired") setDemanded(methodsOf(refusal));
  };
  const submit = async (digits: string, typedCode: string) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await run(digits, typedCode);
    } finally {
      isRunning.current = false;
    }
  };
  return { password, setPassword, code, setCode, problems, clearingProblems, asked, submit };
}

/** Last step before funds move: details, payment password and second factor if set up. */
export function PaymentStep({ lines, children, act, isBusy, methods = NO_METHODS, onSubmit }: Props) {
  const t = useT();
  const { password, setPassword, code, setCode, problems, clearingProblems, asked, submit } = usePayment(
    methods,
    onSubmit,
  );
  return (
    <Form className="stack-4" onSubmit={() => submit(password, code)}>
      <KeyValue lines={lines} />
      {children}
      <CodeInput
        label={t("wallet.enterPaymentPassword")}
        secret
        startsFocused
        value={password}
        onValueChange={clearingProblems(setPassword, "password")}
        onComplete={(digits) => {
          if (asked.length === 0) void submit(digits, "");
        }}
        error={problems.password}
      />
      {asked.length > 0 && (
        <SecondFactorField
          methods={asked}
          value={code}
          onValueChange={clearingProblems(setCode, "factor")}
          onComplete={(digits) => {
            if (isSixDigits(password)) void submit(password, digits);
          }}
          error={problems.factor ?? null}
        />
      )}
      {problems.other !== undefined && (
        <Notice tone="down" announce>
          {problems.other}
        </Notice>
      )}
      <Button tone="primary" block type="submit" busy={isBusy}>
        {act}
      </Button>
      <p className="center">
        <Link className="link small auth-link" to={`${PASSWORDS}?kind=payment`}>
          {t("wallet.forgotPaymentPassword")}
        </Link>
      </p>
    </Form>
  );
}
