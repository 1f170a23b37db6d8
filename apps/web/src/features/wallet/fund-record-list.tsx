import type { FundRecordKind } from "@candor/protocol/enumerations";
import type { WireFundRecord } from "@candor/protocol/wire/objects";
import { Badge } from "@candor/ui/badge.tsx";
import { classNames } from "@candor/ui/class-names";
import "@candor/ui/display.css";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { isoDay } from "@candor/ui/formats";
import type { IconComponent } from "@candor/ui/icons.tsx";
import {
  ConvertIcon,
  DepositIcon,
  DropletIcon,
  GiftIcon,
  MiningIcon,
  PenIcon,
  PercentIcon,
  TimerIcon,
  TradeIcon,
  TransferIcon,
  WithdrawIcon,
} from "@candor/ui/icons.tsx";
import "@candor/ui/list.css";
import { signOfDecimal } from "@candor/ui/number-format";
import { Table } from "@candor/ui/table.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";

interface KindLook {
  readonly words: MessageKey;
  readonly icon: IconComponent;
}

/** What each kind of entry is called, and its picture. */
const KINDS: Readonly<Record<FundRecordKind, KindLook>> = {
  deposit: { words: "wallet.kindDeposit", icon: DepositIcon },
  withdrawal: { words: "wallet.kindWithdrawal", icon: WithdrawIcon },
  "withdrawal-fee": { words: "wallet.kindWithdrawalFee", icon: PercentIcon },
  "withdrawal-return": { words: "wallet.kindWithdrawalReturn", icon: DepositIcon },
  "transfer-in": { words: "wallet.kindTransferIn", icon: TransferIcon },
  "transfer-out": { words: "wallet.kindTransferOut", icon: TransferIcon },
  trade: { words: "wallet.kindTrade", icon: TradeIcon },
  "trade-fee": { words: "wallet.kindTradeFee", icon: PercentIcon },
  "realized-profit": { words: "wallet.kindRealizedProfit", icon: TradeIcon },
  funding: { words: "wallet.kindFunding", icon: PercentIcon },
  liquidation: { words: "wallet.kindLiquidation", icon: TradeIcon },
  adl: { words: "wallet.kindAdl", icon: TradeIcon },
  "option-stake": { words: "wallet.kindOptionStake", icon: TimerIcon },
  "option-payout": { words: "wallet.kindOptionPayout", icon: TimerIcon },
  "option-refund": { words: "wallet.kindOptionRefund", icon: TimerIcon },
  "mining-price": { words: "wallet.kindMiningPrice", icon: MiningIcon },
  "mining-income": { words: "wallet.kindMiningIncome", icon: MiningIcon },
  "mining-refund": { words: "wallet.kindMiningRefund", icon: MiningIcon },
  convert: { words: "wallet.kindConvert", icon: ConvertIcon },
  loan: { words: "wallet.kindLoan", icon: DepositIcon },
  interest: { words: "wallet.kindInterest", icon: PercentIcon },
  repay: { words: "wallet.kindRepay", icon: WithdrawIcon },
  referral: { words: "wallet.kindReferral", icon: GiftIcon },
  faucet: { words: "wallet.kindFaucet", icon: DropletIcon },
  adjustment: { words: "wallet.kindAdjustment", icon: PenIcon },
};

interface Records {
  readonly records: readonly WireFundRecord[];
}

const decimalsOf = (asset: string) =>
  asset === "USDT" ? { minDecimals: 2, maxDecimals: 6 } : { minDecimals: 2 };

function Amount({ record }: { readonly record: WireFundRecord }) {
  return (
    <FinancialText
      value={record.amount}
      sign="always"
      asset={record.asset}
      {...decimalsOf(record.asset)}
      className={classNames("med", signOfDecimal(record.amount) > 0 && "up")}
    />
  );
}

/** Groups by local calendar day, keeping the order. */
function byDay(
  records: readonly WireFundRecord[],
): readonly (readonly [string, readonly WireFundRecord[]])[] {
  const days = new Map<string, WireFundRecord[]>();
  for (const record of records) {
    const day = isoDay(record.timeMs);
    const list = days.get(day);
    if (list === undefined) days.set(day, [record]);
    else list.push(record);
  }
  return [...days];
}

const DAY_MS = 86_400_000;

/** A phone's list, a heading a day. */
export function FundRecordDays({ records }: Records) {
  const t = useT();
  const formats = useFormats();
  const [nowMs] = useState(() => Date.now());
  const today = isoDay(nowMs);
  const yesterday = isoDay(nowMs - DAY_MS);
  return byDay(records).map(([day, list]) => (
    <section key={day}>
      <h2 className="day">
        {day === today
          ? t("wallet.today")
          : day === yesterday
            ? t("wallet.yesterday")
            : formats.date(list[0]?.timeMs ?? 0, "day")}
      </h2>
      <ul className="list group">
        {list.map((record) => (
          <FundRecordRow key={record.recordId} record={record} />
        ))}
      </ul>
    </section>
  ));
}

function FundRecordRow({ record }: { readonly record: WireFundRecord }) {
  const t = useT();
  const formats = useFormats();
  const { words, icon: Icon } = KINDS[record.kind];
  const detail = record.note ?? t(`wallet.${record.wallet}`);
  return (
    <li>
      <i
        className={classNames("tile", record.kind === "faucet" || record.kind === "deposit" ? "up" : "gray")}
      >
        <Icon />
      </i>
      <div className="grow stack-1">
        <b className="med trunc">{t(words)}</b>
        <span className="small muted trunc">{detail}</span>
      </div>
      <div className="stack-1 r">
        <Amount record={record} />
        <span className="small muted n">
          {record.result === "success" ? (
            formats.date(record.timeMs, "time")
          ) : (
            <ResultBadge result={record.result} />
          )}
        </span>
      </div>
    </li>
  );
}

function ResultBadge({ result }: { readonly result: WireFundRecord["result"] }) {
  const t = useT();
  if (result === "success") return <Badge>{t("wallet.resultSuccess")}</Badge>;
  return result === "failed" ? (
    <Badge tone="down" dot>
      {t("wallet.resultFailed")}
    </Badge>
  ) : (
    <Badge tone="warn" dot>
      {t("wallet.resultInProgress")}
    </Badge>
  );
}

/** A desktop's table. */
export function FundRecordTable({ records }: Records) {
  const t = useT();
  const formats = useFormats();
  return (
    <Table
      label={t("wallet.records")}
      rows={records}
      rowKey={(record) => record.recordId}
      columns={[
        {
          key: "time",
          header: t("wallet.time"),
          renderCell: (record) => <span className="n muted">{formats.date(record.timeMs, "full")}</span>,
        },
        {
          key: "type",
          header: t("wallet.type"),
          renderCell: (record) => <b className="med">{t(KINDS[record.kind].words)}</b>,
        },
        {
          key: "wallet",
          header: t("wallet.walletColumn"),
          renderCell: (record) => t(`wallet.${record.wallet}`),
        },
        { key: "asset", header: t("wallet.asset"), renderCell: (record) => record.asset },
        {
          key: "amount",
          header: t("wallet.amount"),
          align: "right",
          renderCell: (record) => <Amount record={record} />,
        },
        {
          key: "after",
          header: t("wallet.balanceAfter"),
          align: "right",
          renderCell: (record) => (
            <FinancialText value={record.balanceAfter} {...decimalsOf(record.asset)} className="muted" />
          ),
        },
        {
          key: "result",
          header: <span className="vh">{t("wallet.type")}</span>,
          align: "right",
          renderCell: (record) => <ResultBadge result={record.result} />,
        },
      ]}
    />
  );
}
