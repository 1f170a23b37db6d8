import type { Wallet } from "@candor/protocol/enumerations";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";
import type { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { useAct, useCall } from "../../shell/use-call.ts";
import { PaymentPasswordForm } from "../me/payment-password-form.tsx";
import { PaymentStep } from "./payment-step.tsx";

interface GuardProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** A sheet behind the payment password: whoever has none yet sets it here first. */
export function PaymentGuard({ open, onOpenChange, title, children }: GuardProps) {
  const t = useT();
  const { data: profile } = useCall("profile", {}, { enabled: open });
  const isUnset = profile?.paymentPasswordSet === false;
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={isUnset ? t("wallet.setPaymentTitle") : title}>
      {isUnset ? <PaymentPasswordForm onDone={() => undefined} /> : children}
    </Sheet>
  );
}

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

/** The last step of a transfer: what moves, and the six digits. */
export function PaymentSheet({ open, onOpenChange, transfer, requestId, onRefused, onDone }: Props) {
  const t = useT();
  const formats = useFormats();
  const act = useAct("transfer");
  return (
    <PaymentGuard open={open} onOpenChange={onOpenChange} title={t("wallet.transferTitle")}>
      <PaymentStep
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
        act={t("wallet.transferAmount", { amount: formats.decimal(transfer.amount), asset: transfer.asset })}
        isBusy={act.isBusy}
        onSubmit={async ({ paymentPassword }) => {
          const outcome = await act.run({ ...transfer, paymentPassword, requestId });
          if (outcome === null) return null;
          if (!outcome.ok) return onRefused(outcome.error) ? null : outcome.error;
          onDone();
          return null;
        }}
      />
    </PaymentGuard>
  );
}
