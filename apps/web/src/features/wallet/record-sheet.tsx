import { signOfDecimal } from "@candor/text/decimal-text";
import { ButtonLink } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireFundRecord, WireTrade } from "@candor/wire/objects";
import { useT } from "../../i18n/use-t.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import {
  contractPath,
  evidencePath,
  fundOrderPath,
  leveragePath,
  optionPath,
  tradePath,
} from "../../shell/routing/routes.ts";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";
import { RECORDS_PARAM } from "../../trading/orders/records-tab.ts";
import { evidenceOf, fundOrderOf, isOfTrade, KINDS, walletOf } from "./record-words.ts";
import { ResultBadge } from "./result-badge.tsx";

interface Props {
  readonly record: WireFundRecord | null;
  readonly onClose: () => void;
}

/** Explains one ledger entry: its kind, its effect and a link to its cause. */
export function RecordSheet({ record, onClose }: Props) {
  const t = useT();
  return (
    <Sheet
      open={record !== null}
      onOpenChange={onClose}
      title={record === null ? "" : t(KINDS[record.kind].words)}
    >
      {record !== null && <Entry record={record} />}
    </Sheet>
  );
}

function Entry({ record }: { readonly record: WireFundRecord }) {
  const t = useT();
  const formats = useFormats();
  const money = (value: string, sign: "auto" | "always" = "auto") => (
    <FinancialText value={value} asset={record.asset} minDecimals={2} sign={sign} />
  );
  const order = fundOrderOf(record);
  const evidence = evidenceOf(record);
  return (
    <div className="stack-4">
      <p>{t(KINDS[record.kind].meaning)}</p>
      {record.note !== null && <p className="muted">{record.note}</p>}
      <KeyValue
        lines={[
          { key: "amount", label: t("wallet.amount"), value: money(record.amount, "always"), total: true },
          ...(signOfDecimal(record.fee) === 0
            ? []
            : [{ key: "fee", label: t("wallet.feeOwnRecord"), value: money(record.fee) }]),
          {
            key: "after",
            label: t("wallet.balanceAfter"),
            value: <BalanceText value={record.balanceAfter} asset={record.asset} minDecimals={2} />,
          },
          { key: "wallet", label: t("wallet.walletColumn"), value: walletOf(t, record) },
          { key: "time", label: t("wallet.time"), value: formats.date(record.timeMs, "full") },
          { key: "result", label: t("wallet.result"), value: <ResultBadge result={record.result} /> },
          { key: "entry", label: t("wallet.entryNumber"), value: formats.integer(record.seq) },
        ]}
      />
      {order !== null && (
        <ButtonLink to={fundOrderPath(order.kind, order.id)} tone="primary" size="medium" block>
          {t(
            order.kind === "deposit"
              ? "wallet.seeDeposit"
              : order.kind === "withdrawal"
                ? "wallet.seeWithdrawal"
                : order.kind === "convert"
                  ? "wallet.seeConversion"
                  : "wallet.seeTransfer",
          )}
        </ButtonLink>
      )}
      {evidence !== null && (
        <ButtonLink to={evidencePath(evidence.kind, evidence.id)} tone="primary" size="medium" block>
          {t("records.check")}
        </ButtonLink>
      )}
      {isOfTrade(record) && <TradeOf record={record} />}
    </div>
  );
}

/** The fill behind an entry, searched by time because the list has no filter by number. */
function useTrade(record: WireFundRecord): WireTrade | undefined {
  const isContract = record.wallet === "contract";
  const when = { view: "trades", sinceMs: record.timeMs, untilMs: record.timeMs + 1, limit: 100 } as const;
  const spot = useCall("record", { product: "spot", ...when }, { enabled: !isContract });
  // A margin account is part of the spot wallet.
  const lever = useCall("orderLRecord", when, { enabled: !isContract });
  const contract = useCall("contractRecord", when, { enabled: isContract });
  // The calls return trades for this view.
  const trades = [spot, lever, contract].flatMap(({ data }) => (data?.list ?? []) as readonly WireTrade[]);
  return trades.find(
    ({ orderId, tradeId }) =>
      tradeId === record.refId && (record.orderId === undefined || orderId === record.orderId),
  );
}

const PATHS: Readonly<Record<WireTrade["product"], (symbol: string) => string>> = {
  spot: tradePath,
  lever: leveragePath,
  contract: contractPath,
  option: optionPath,
};

function TradeOf({ record }: { readonly record: WireFundRecord }) {
  const t = useT();
  const formats = useFormats();
  const trade = useTrade(record);
  if (trade === undefined) return null;
  const path = PATHS[trade.product](trade.symbol);
  const quantity = formats.decimal(trade.quantity, { minDecimals: 0 });
  const price = formats.decimal(trade.price);
  return (
    <>
      <p className="small muted">
        {t(trade.side === "buy" ? "wallet.tradeBought" : "wallet.tradeSold", {
          quantity,
          price,
          symbol: trade.symbol,
          order: trade.orderId,
          trade: trade.tradeId,
        })}
      </p>
      <div className="g2">
        <ButtonLink to={`${path}&${RECORDS_PARAM}=trades`} size="medium">
          {t("wallet.seeTrade")}
        </ButtonLink>
        <ButtonLink to={`${path}&${RECORDS_PARAM}=history`} size="medium">
          {t("wallet.seeOrder")}
        </ButtonLink>
      </div>
    </>
  );
}
