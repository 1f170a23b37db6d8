import type { Wallet } from "@candor/protocol/enumerations";
import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { CodeInput } from "@candor/ui/code-input.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import type { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { PASSWORDS } from "../../shell/routes.ts";
import { messageOf, useAct, useCall } from "../../shell/use-call.ts";
import { isPaymentPassword } from "../login/rules.ts";
import { PaymentPasswordForm } from "../me/payment-password-form.tsx";

export interface Transfer {
  readonly asset: string;
  readonly from: Wallet;
  readonly to: Wallet;
  readonly amount: string;
}

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly transfer: Transfer;
  /** One decision, one key: a repetition after a failure counts once. */
  readonly requestId: string;
  /** A refusal that concerns the amount: true when the caller shows it. */
  readonly onRefused: (error: ApiError) => boolean;
  readonly onDone: () => void;
}

/** The last step of a transfer: what moves, and the six digits. Without digits yet, they are set here first. */
export function PaymentSheet({ open, onOpenChange, transfer, requestId, onRefused, onDone }: Props) {
  const t = useT();
  const { data: profile } = useCall("profile", {}, { enabled: open });
  const isUnset = profile?.paymentPasswordSet === false;
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={isUnset ? t("wallet.setPaymentTitle") : t("wallet.transferTitle")}
    >
      {isUnset ? (
        <PaymentPasswordForm onDone={() => undefined} />
      ) : (
        <PaymentForm transfer={transfer} requestId={requestId} onRefused={onRefused} onDone={onDone} />
      )}
    </Sheet>
  );
}

function PaymentForm({ transfer, requestId, onRefused, onDone }: Omit<Props, "open" | "onOpenChange">) {
  const t = useT();
  const formats = useFormats();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const act = useAct("transfer");

  const refuse = (refusal: ApiError) => {
    if (onRefused(refusal)) return;
    setPassword("");
    const { attemptsLeft, untilMs } = refusal.params;
    if (refusal.error === "user.paymentPasswordLocked" && typeof untilMs === "number") {
      return setError(t("wallet.lockedUntil", { time: formats.date(untilMs, "time") }));
    }
    const left =
      typeof attemptsLeft === "number" ? ` · ${t("login.attemptsLeft", { count: attemptsLeft })}` : "";
    setError(messageOf(refusal) + left);
  };
  const submit = async (digits: string) => {
    if (!isPaymentPassword(digits)) return setError(t("me.paymentPasswordFormat"));
    setError(null);
    const outcome = await act.run({ ...transfer, paymentPassword: digits, requestId });
    if (outcome === null) return;
    if (outcome.ok) onDone();
    else refuse(outcome.error);
  };
  return (
    <form
      className="stack-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(password);
      }}
    >
      <KeyValue
        lines={[
          { key: "from", label: t("wallet.from"), value: t(`wallet.${transfer.from}`) },
          { key: "to", label: t("wallet.to"), value: t(`wallet.${transfer.to}`) },
          { key: "fee", label: t("wallet.fee"), value: t("wallet.free") },
          {
            key: "amount",
            label: t("wallet.amount"),
            value: <FinancialText value={transfer.amount} asset={transfer.asset} />,
            total: true,
          },
        ]}
      />
      <CodeInput
        label={t("wallet.enterPaymentPassword")}
        secret
        startsFocused
        value={password}
        onValueChange={setPassword}
        onComplete={(digits) => void submit(digits)}
        error={error}
      />
      <Button tone="primary" block type="submit" busy={act.isBusy}>
        {t("wallet.transferAmount", { amount: formats.decimal(transfer.amount), asset: transfer.asset })}
      </Button>
      <p className="center">
        <Link className="link small auth-link" to={`${PASSWORDS}?kind=payment`}>
          {t("wallet.forgotPaymentPassword")}
        </Link>
      </p>
    </form>
  );
}
