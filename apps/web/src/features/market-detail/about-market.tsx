import { KeyValue, type KeyValueLine } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { useTicker } from "../../shell/markets/market-data.ts";
import type { ShownMarket } from "../../trading/market/use-market.ts";
import { priceRange } from "./price-range.ts";

/** All that one call returns. */
const MAX_WEEKS = 1_000;
const HOUR_MS = 3_600_000;

/** The market's order rules, and the share of its volume made by sandbox traders. */
export function AboutMarket({ shown }: { readonly shown: ShownMarket }) {
  const t = useT();
  const formats = useFormats();
  const { assets } = useTicker();
  const { market, look } = shown;
  const share = labelledPercent(market.labelledVolume, market.volume);
  const rangeLines = useRangeLines(shown);
  const name = assets.find(({ asset }) => asset === look.base)?.name;
  return (
    <div className="stack-4 about-market">
      {name !== undefined && (
        <h2 className="about-name">
          {name} <span className="muted">{look.base}</span>
        </h2>
      )}
      <KeyValue
        lines={[
          {
            key: "tick",
            label: t("about.priceStep"),
            value: <FinancialText value={market.tick} asset={look.quote} />,
          },
          {
            key: "lot",
            label: t("about.amountStep"),
            value: <FinancialText value={market.lot} asset={look.base} minDecimals={0} />,
          },
          {
            key: "smallest",
            label: t("about.smallestOrder"),
            value: <FinancialText value={market.minNotional} asset={look.quote} minDecimals={0} />,
          },
          {
            key: "largest",
            label: t("about.largestOrder"),
            value: <FinancialText value={market.maxQuantity} asset={look.base} minDecimals={0} />,
          },
          {
            key: "fees",
            label: t("about.fees"),
            value: `${formats.rate(market.makerFeeRate)} / ${formats.rate(market.takerFeeRate)}`,
          },
          {
            key: "band",
            label: t("about.priceBand"),
            value: t("about.aroundIndex", { rate: formats.rate(market.priceBandRate) }),
          },
          ...rangeLines,
          { key: "listed", label: t("about.listedSince"), value: formats.date(market.listedAtMs, "day") },
        ]}
      />
      <p className="small muted">
        {t("chart.volumeHint")}
        {share > 0 &&
          ` ${t("about.sandboxVolume", { share: formats.percent(String(share), { signed: false }) })}`}
      </p>
    </div>
  );
}

/** Highest and lowest price of all weeks that the chart has. */
function useRangeLines({ market: { symbol, market } }: ShownMarket): readonly KeyValueLine[] {
  const t = useT();
  const formats = useFormats();
  const { data } = useCall(
    "kline",
    { symbol, market, period: "1week", size: MAX_WEEKS },
    { freshMs: HOUR_MS },
  );
  const range = useMemo(() => (data === undefined ? undefined : priceRange(data.klines)), [data]);
  if (range === undefined) return [];
  return (["highest", "lowest"] as const).map((key) => ({
    key,
    label: t(`about.${key}`, { day: formats.date(range[key].atMs, "day") }),
    value: <FinancialText value={range[key].price} minDecimals={0} />,
  }));
}

/**
 * Returns the share of volume with a labeled sandbox trader on at least one side, in whole percent. For display, not
 * money.
 */
function labelledPercent(labelled: string, volume: string): number {
  const all = Number(volume);
  return all > 0 ? Math.min(100, Math.round((Number(labelled) / all) * 100)) : 0;
}
