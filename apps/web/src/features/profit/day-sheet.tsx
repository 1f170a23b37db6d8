import { signOfDecimal } from "@candor/text/decimal-text";
import { KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import type { WireProfitDay } from "@candor/wire/profit-calls";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useDisplay } from "../../shell/wallets/display-currency.ts";
import { shownBridge, shownParts } from "../../shell/wallets/shown-sums.ts";
import { ShownValueText } from "../../shell/wallets/value-text.tsx";
import { bridgeOf } from "./profit-sums.ts";
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
  const display = useDisplay();
  const bridge = shownBridge(bridgeOf(day), display);
  const hasUnrealized = signOfDecimal(day.unrealized) !== 0;
  const exact = [...day.realized.map(({ profit }) => profit), ...(hasUnrealized ? [day.unrealized] : [])];
  const parts = bridge === null ? null : shownParts(exact, bridge.profit, display);
  const change = (value: string | undefined): ReactNode => (
    <ShownValueText value={value} sign="always" toned />
  );
  const earned: KeyValueLine[] = day.realized.map(({ source, symbol }, index) => ({
    key: `${source} ${symbol}`,
    label: symbol === null ? t(SOURCE_WORDS[source]) : `${t(SOURCE_WORDS[source])} · ${symbol}`,
    value: change(parts?.[index]),
  }));
  if (hasUnrealized)
    earned.push({ key: "unrealized", label: t("profit.priceChange"), value: change(parts?.at(-1)) });
  return (
    <div className="stack-4">
      <KeyValue
        lines={[
          ...earned,
          {
            key: "profit",
            label: t("profit.pnl"),
            value: <ShownValueText value={bridge?.profit} hasUnit sign="always" toned />,
            total: true,
          },
        ]}
      />
      <KeyValue
        lines={[
          {
            key: "opening",
            label: t("profit.opening"),
            value: <ShownValueText value={bridge?.opening} />,
          },
          {
            key: "flow",
            label: t("profit.flow"),
            value: <ShownValueText value={bridge?.flow} sign="always" />,
          },
          {
            key: "profit",
            label: t("profit.pnl"),
            value: <ShownValueText value={bridge?.profit} sign="always" />,
          },
          {
            key: "closing",
            label: t("profit.closing"),
            value: <ShownValueText value={bridge?.closing} hasUnit />,
            total: true,
          },
        ]}
      />
    </div>
  );
}
