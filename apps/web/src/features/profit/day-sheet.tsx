import { signOfDecimal } from "@candor/text/decimal-text";
import { KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import type { WireProfitDay } from "@candor/wire/profit-calls";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";
import { equityBefore } from "./profit-sums.ts";
import { SOURCE_WORDS } from "./profit-words.ts";
import { useUtcDates } from "./use-utc-dates.ts";

/** What a day earned: by product and market, and how equity changed. */
export function DaySheet({
  day,
  onClose,
}: {
  readonly day: WireProfitDay | null;
  readonly onClose: () => void;
}) {
  const dates = useUtcDates();
  return (
    <Sheet open={day !== null} onOpenChange={onClose} title={day === null ? "" : dates.full(day.date)}>
      {day !== null && <Day day={day} />}
    </Sheet>
  );
}

function Day({ day }: { readonly day: WireProfitDay }) {
  const t = useT();
  const change = (value: string): ReactNode => <BalanceText value={value} decimals={2} sign="always" toned />;
  const earned: KeyValueLine[] = day.realized.map(({ source, symbol, profit }) => ({
    key: `${source} ${symbol}`,
    label: symbol === null ? t(SOURCE_WORDS[source]) : `${t(SOURCE_WORDS[source])} · ${symbol}`,
    value: change(profit),
  }));
  if (signOfDecimal(day.unrealized) !== 0)
    earned.push({ key: "unrealized", label: t("profit.priceChange"), value: change(day.unrealized) });
  return (
    <div className="stack-4">
      <KeyValue
        lines={[
          ...earned,
          {
            key: "profit",
            label: t("profit.pnl"),
            value: <BalanceText value={day.profit.total} decimals={2} asset="USDT" sign="always" toned />,
            total: true,
          },
        ]}
      />
      <KeyValue
        lines={[
          {
            key: "opening",
            label: t("profit.opening"),
            value: <BalanceText value={equityBefore(day)} decimals={2} />,
          },
          {
            key: "flow",
            label: t("profit.flow"),
            value: <BalanceText value={day.flow.total} decimals={2} sign="always" />,
          },
          {
            key: "profit",
            label: t("profit.pnl"),
            value: <BalanceText value={day.profit.total} decimals={2} sign="always" />,
          },
          {
            key: "closing",
            label: t("profit.closing"),
            value: <BalanceText value={day.equity.total} decimals={2} asset="USDT" />,
            total: true,
          },
        ]}
      />
    </div>
  );
}
