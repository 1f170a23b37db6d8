import { signOfDecimal } from "@candor/text/decimal-text";
import { KeyValue } from "@candor/ui/card.tsx";
import { addDecimals } from "@candor/ui/decimal-math";
import { FinancialText, Percent } from "@candor/ui/financial-text.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { Chips } from "@candor/ui/tabs.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { plusDays } from "../../shared/profit/utc-days.ts";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";
import { useAppStore } from "../../state/app-store.ts";
import { type ChartPoint, EquityChart } from "./equity-chart.tsx";
import { type PeriodSums, sumPeriod, type WalletChoice } from "./profit-sums.ts";
import { WALLET_CHOICES, WALLET_WORDS } from "./profit-words.ts";

interface Props {
  readonly reply: CallReply<"profitDays">;
  readonly wallet: WalletChoice;
  readonly onWallet: (wallet: WalletChoice) => void;
}

type Curve = "equity" | "profit";

/** Profit, flows and equity of a period, with the curve of one wallet or all. */
export function Overview({ reply, wallet, onWallet }: Props) {
  const t = useT();
  const [curve, setCurve] = useState<Curve>("equity");
  const sums = sumPeriod(reply, wallet);
  return (
    <>
      <Chips
        className="profit-wallets"
        label={t("wallet.wallets")}
        value={wallet}
        onValueChange={onWallet}
        choices={WALLET_CHOICES.map((value) => ({ value, label: t(WALLET_WORDS[value]) }))}
      />
      <div className="profit-cols">
        <section className="group profit-panel">
          <Headline sums={sums} />
          <Segmented<Curve>
            label={t("profit.curve")}
            value={curve}
            onValueChange={setCurve}
            choices={[
              { value: "equity", label: t("profit.equity") },
              { value: "profit", label: t("profit.pnl") },
            ]}
          />
          <EquityChart
            label={t(curve === "equity" ? "profit.equityCurve" : "profit.profitCurve")}
            points={curve === "equity" ? equityPoints(reply, wallet) : profitPoints(reply, wallet)}
            isProfit={curve === "profit"}
          />
          <p className="small muted profit-legend">
            <i className="equity-move" />
            {t("profit.movedLegend")}
          </p>
        </section>
        <section className="group profit-panel">
          <h2>{t("profit.howTitle")}</h2>
          <Bridge sums={sums} isTotal={wallet === "total"} />
          <p className="small muted">{t("profit.howNote")}</p>
        </section>
      </div>
    </>
  );
}

function Headline({ sums }: { readonly sums: PeriodSums }) {
  const t = useT();
  const isHidden = useAppStore((state) => state.balancesHidden);
  return (
    <div className="stack-1">
      <span className="small muted">{t("profit.ofPeriod")}</span>
      <span className="row wrap profit-headline">
        <BalanceText
          value={sums.profit}
          decimals={2}
          asset="USDT"
          sign="always"
          toned
          className="profit-figure"
        />
        {!isHidden && sums.percent !== null && <Percent value={sums.percent} />}
      </span>
    </div>
  );
}

/** Equity before + what came in − what went out + profit = equity now. */
function Bridge({ sums, isTotal }: { readonly sums: PeriodSums; readonly isTotal: boolean }) {
  const t = useT();
  const isHidden = useAppStore((state) => state.balancesHidden);
  const line = (key: string, label: string, value: string, isChange = true) => ({
    key,
    label,
    value: (
      <FinancialText
        value={value}
        decimals={2}
        hidden={isHidden}
        {...(isChange && { sign: "always" as const })}
      />
    ),
  });
  return (
    <KeyValue
      lines={[
        line("opening", t("profit.opening"), sums.opening, false),
        line("flow", t("profit.flow"), sums.flow),
        ...(isTotal ? [] : [line("transfer", t("profit.transfer"), sums.transfer)]),
        line("profit", t("profit.pnl"), sums.profit),
        { ...line("closing", t("profit.closing"), sums.closing, false), total: true },
      ]}
    />
  );
}

const movedOn = (day: CallReply<"profitDays">["days"][number], wallet: WalletChoice): string | null => {
  const moved = addDecimals(day.flow[wallet], day.transfer[wallet]);
  return signOfDecimal(moved) === 0 ? null : moved;
};

/** Starts with the end of the day before. */
function equityPoints(
  { opening, days }: CallReply<"profitDays">,
  wallet: WalletChoice,
): readonly ChartPoint[] {
  return [
    { day: plusDays(days[0]?.date ?? "1970-01-02", -1), value: opening[wallet], moved: null },
    ...days.map((day) => ({ day: day.date, value: day.equity[wallet], moved: movedOn(day, wallet) })),
  ];
}

function profitPoints({ days }: CallReply<"profitDays">, wallet: WalletChoice): readonly ChartPoint[] {
  let sum = "0";
  return [
    { day: plusDays(days[0]?.date ?? "1970-01-02", -1), value: "0", moved: null },
    ...days.map((day) => {
      sum = addDecimals(sum, day.profit[wallet]);
      return { day: day.date, value: sum, moved: movedOn(day, wallet) };
    }),
  ];
}
