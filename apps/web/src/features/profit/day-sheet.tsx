import { signOfDecimal } from "@candor/text/decimal-text";
import { KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import type { WireProfitDay } from "@candor/wire/profit-calls";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { ValueText } from "../../shell/wallets/value-text.tsx";
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
  const change = (value: string): ReactNode => <ValueText value={value} sign="always" toned />;
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
            value: <ValueText value={day.profit.total} hasUnit sign="always" toned />,
            total: true,
          },
        ]}
      />
      <KeyValue
        lines={[
          {
            key: "opening",
            label: t("profit.opening"),
            value: <ValueText value={equityBefore(day)} />,
          },
          {
            key: "flow",
            label: t("profit.flow"),
            value: <ValueText value={day.flow.total} sign="always" />,
          },
          {
            key: "profit",
            label: t("profit.pnl"),
            value: <ValueText value={day.profit.total} sign="always" />,
          },
          {
            key: "closing",
            label: t("profit.closing"),
            value: <ValueText value={day.equity.total} hasUnit />,
            total: true,
          },
        ]}
      />
    </div>
  );
}
