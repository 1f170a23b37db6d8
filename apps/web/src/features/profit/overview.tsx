import { signOfDecimal } from "@candor/text/decimal-text";
import { KeyValue } from "@candor/ui/card.tsx";
import { addDecimals } from "@candor/ui/decimal-math";
import { Percent } from "@candor/ui/financial-text.tsx";
import { Segmented } from "@candor/ui/segmented.tsx";
import { Chips } from "@candor/ui/tabs.tsx";
import type { CallReply } from "@candor/wire/calls";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { HelpButton } from "../../shared/help/help-button.tsx";
import { plusDays } from "../../shared/profit/utc-days.ts";
import { useDisplay } from "../../shell/wallets/display-currency.ts";
import { type Bridge, type Shown, shownBridge } from "../../shell/wallets/shown-sums.ts";
import { DisplayNote, ShownValueText } from "../../shell/wallets/value-text.tsx";
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
  const display = useDisplay();
  const sums = sumPeriod(reply, wallet);
  const bridge = shownBridge(sums, display);
  const points = curve === "equity" ? equityPoints(reply, wallet) : profitPoints(reply, wallet, display);
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
          <Headline profit={bridge?.profit} percent={sums.percent} />
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
            points={points}
            isProfit={curve === "profit"}
          />
          {points.some(({ moved }) => moved !== null) && (
            <p className="small muted profit-legend">
              <i className="equity-move" />
              {t("profit.movedLegend")}
            </p>
          )}
        </section>
        <section className="group profit-panel">
          <h2>
            {t("profit.howTitle")} <HelpButton article="profit-and-loss" topic={t("profit.title")} />
          </h2>
          <BridgeLines bridge={bridge} isTotal={wallet === "total"} />
          <p className="small muted">{t("profit.howNote")}</p>
          <DisplayRate />
        </section>
      </div>
    </>
  );
}

/** Rate of the display currency; nothing in USDT. */
function DisplayRate() {
  const { isConverted } = useDisplay();
  return isConverted ? (
    <p className="small muted">
      <DisplayNote>{""}</DisplayNote>
    </p>
  ) : null;
}

interface HeadlineProps extends Pick<PeriodSums, "percent"> {
  /** As shown; undefined while unknown. */
  readonly profit: string | undefined;
}

function Headline({ profit, percent }: HeadlineProps) {
  const t = useT();
  const isHidden = useAppStore((state) => state.balancesHidden);
  return (
    <div className="stack-1">
      <span className="small muted">{t("profit.ofPeriod")}</span>
      <span className="row wrap profit-headline">
        <ShownValueText value={profit} hasUnit sign="always" toned className="profit-figure" />
        {!isHidden && percent !== null && <Percent value={percent} />}
      </span>
    </div>
  );
}

/** Equity before + what came in − what went out + profit = equity now. */
function BridgeLines({ bridge, isTotal }: { readonly bridge: Bridge | null; readonly isTotal: boolean }) {
  const t = useT();
  const line = (key: string, label: string, value: string | undefined, isChange = true) => ({
    key,
    label,
    value: <ShownValueText value={value} {...(isChange && { sign: "always" as const })} />,
  });
  return (
    <KeyValue
      lines={[
        line("opening", t("profit.opening"), bridge?.opening, false),
        line("flow", t("profit.flow"), bridge?.flow),
        ...(isTotal ? [] : [line("transfer", t("profit.transfer"), bridge?.transfer)]),
        line("profit", t("profit.pnl"), bridge?.profit),
        { ...line("closing", t("profit.closing"), bridge?.closing, false), total: true },
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

/** The profit from the first day up to each, as the page shows it for these days. */
function profitPoints(
  { opening, days }: CallReply<"profitDays">,
  wallet: WalletChoice,
  shown: Shown,
): readonly ChartPoint[] {
  let flow = "0";
  let transfer = "0";
  let value = "0";
  return [
    { day: plusDays(days[0]?.date ?? "1970-01-02", -1), value, moved: null },
    ...days.map((day) => {
      flow = addDecimals(flow, day.flow[wallet]);
      transfer = addDecimals(transfer, day.transfer[wallet]);
      value = addDecimals(value, day.profit[wallet]);
      const exact = { opening: opening[wallet], flow, transfer, closing: day.equity[wallet] };
      const bridge = shownBridge(exact, shown);
      return {
        day: day.date,
        value,
        moved: movedOn(day, wallet),
        ...(bridge !== null && { shown: bridge.profit }),
      };
    }),
  ];
}
