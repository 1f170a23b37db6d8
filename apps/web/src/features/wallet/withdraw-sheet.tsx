import type { KeyValueLine } from "@candor/ui/card.tsx";
import { compareDecimals } from "@candor/ui/decimal-math";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireWithdrawal } from "@candor/wire/chain-objects";
import type { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { FullAddress } from "../../shared/funds/chain-text.tsx";
import { PaymentGuard } from "../../shared/funds/payment-sheet.tsx";
import { PaymentStep } from "../../shared/funds/payment-step.tsx";
import { useAct } from "../../shell/calls/use-call.ts";
import { live } from "../../shell/services/services.ts";
import type { CashTypes, WithdrawDraft, WithdrawTerms } from "./withdraw-form.ts";
import { netOf } from "./withdraw-form.ts";

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly draft: WithdrawDraft;
  readonly terms: WithdrawTerms;
  readonly cash: CashTypes;
  /** One idempotency key per decision: retries execute once. */
  readonly requestId: string;
  /** Handles errors about address or amount; returns true if the form shows the error. */
  readonly onRefused: (error: ApiError) => boolean;
  readonly onDone: (withdrawal: WireWithdrawal) => void;
}

/** Final confirmation: target, fee, net amount and arrival time. */
export function WithdrawSheet(props: Props) {
  const { open, onOpenChange, draft, terms, cash, requestId, onRefused, onDone } = props;
  const t = useT();
  const formats = useFormats();
  const act = useAct("withdraw");
  const { asset } = terms;
  const lines = useWithdrawalLines(draft, terms, cash);
  const title = t("wallet.withdrawAmount", {
    amount: formats.decimal(draft.amount, { minDecimals: 2 }),
    asset,
  });
  // The limit is in USDT; for other coins the server knows the price and decides.
  const isReviewed =
    cash.approvalAbove !== null && asset === "USDT" && compareDecimals(draft.amount, cash.approvalAbove) > 0;
  return (
    <PaymentGuard open={open} onOpenChange={onOpenChange} title={t("wallet.confirmWithdrawal")}>
      <div className="stack withdraw-to">
        <span className="small muted">{t("wallet.toAddress")}</span>
        <FullAddress address={draft.address} />
      </div>
      <PaymentStep
        lines={lines}
        act={title}
        isBusy={act.isBusy}
        methods={cash.secondFactor}
        onSubmit={async (secrets) => {
          const outcome = await act.run({
            asset,
            chain: terms.chain,
            address: draft.address,
            amount: draft.amount,
            fee: terms.fee,
            ...secrets,
            requestId,
          });
          if (outcome === null) return null;
          if (!outcome.ok) return onRefused(outcome.error) ? null : outcome.error;
          const { balance, withdrawal, asOfSeq } = outcome.reply;
          live.account.applyReply({ balances: [balance], asOfSeq });
          onDone(withdrawal);
          return null;
        }}
      >
        <Notice>
          {isReviewed ? `${t("wallet.reviewedFirst")} ` : ""}
          {t("wallet.cannotTakeBack")}
        </Notice>
      </PaymentStep>
    </PaymentGuard>
  );
}

function useWithdrawalLines(
  draft: WithdrawDraft,
  terms: WithdrawTerms,
  cash: CashTypes,
): readonly KeyValueLine[] {
  const t = useT();
  const { asset } = terms;
  return [
    { key: "network", label: t("wallet.network"), value: terms.chainName },
    {
      key: "amount",
      label: t("wallet.leavesWallet"),
      value: <FinancialText value={draft.amount} asset={asset} minDecimals={2} />,
    },
    {
      key: "fee",
      label: t("wallet.networkFee"),
      value: <FinancialText value={terms.fee} asset={terms.feeAsset} minDecimals={2} />,
    },
    {
      key: "net",
      label: t("wallet.youReceive"),
      value: <FinancialText value={netOf(draft.amount, terms)} asset={asset} minDecimals={2} />,
      total: true,
    },
    {
      key: "arrives",
      label: t("wallet.arrives"),
      value: t("wallet.withinHours", { count: cash.promiseHours }),
    },
  ];
}
