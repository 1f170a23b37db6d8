import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { PaymentPasswordForm } from "../account/payment-password-form.tsx";
import { PaymentStep } from "./payment-step.tsx";
import type { PendingTransfer, TransferAction } from "./use-transfer.ts";

interface GuardProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly children: ReactNode;
}

const useIsUnset = (enabled: boolean): boolean =>
  useCall("profile", {}, { enabled }).data?.paymentPasswordSet === false;

/** A sheet that requires the payment password; users without one set it here first. */
export function PaymentGuard({ open, onOpenChange, title, children }: GuardProps) {
  const t = useT();
  const isUnset = useIsUnset(open);
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={isUnset ? t("wallet.setPaymentTitle") : title}>
      {isUnset ? <PaymentPasswordForm onDone={() => undefined} /> : children}
    </Sheet>
  );
}

interface StepProps {
  readonly act: TransferAction;
  readonly asked: PendingTransfer;
}

/** Transfer details and the payment password. */
function TransferStep({ act, asked: { transfer } }: StepProps) {
  const t = useT();
  const formats = useFormats();
  const { from, to, amount, asset } = transfer;
  return (
    <PaymentStep
      lines={[
        { key: "from", label: t("wallet.from"), value: t(`wallet.${from}`) },
        { key: "to", label: t("wallet.to"), value: t(`wallet.${to}`) },
        { key: "fee", label: t("wallet.fee"), value: t("wallet.free") },
        {
          key: "amount",
          label: t("wallet.amount"),
          value: <FinancialText value={amount} asset={asset} />,
          total: true,
        },
      ]}
      act={t("wallet.transferAmount", { amount: formats.decimal(amount), asset })}
      isBusy={act.isBusy}
      onSubmit={({ paymentPassword }) => act.pay(paymentPassword)}
    >
      <p className="small muted">{t("wallet.grantNote")}</p>
    </PaymentStep>
  );
}

/** Last step in a sheet that is already open. */
export function GuardedTransferStep(props: StepProps) {
  const t = useT();
  if (!useIsUnset(true)) return <TransferStep {...props} />;
  return (
    <div className="stack-4">
      <p>{t("wallet.setPaymentTitle")}</p>
      <PaymentPasswordForm onDone={() => undefined} />
    </div>
  );
}

/** Last step of a transfer started on a page. */
export function PaymentSheet({ act }: { readonly act: TransferAction }) {
  const t = useT();
  const { asked } = act;
  return (
    <PaymentGuard
      open={asked !== null}
      onOpenChange={(open) => {
        if (!open) act.cancel();
      }}
      title={t("wallet.transferTitle")}
    >
      {asked !== null && <TransferStep act={act} asked={asked} />}
    </PaymentGuard>
  );
}
