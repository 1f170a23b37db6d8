import type { ChartPeriod } from "@candor/domain/enumerations";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { Chart } from "klinecharts";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { live } from "../../../shell/services/services.ts";
import { useMarketFormats } from "../../market/use-market.ts";
import { lookOf, tokenOf, watchLook } from "../design-tokens.ts";
import { showCompared } from "./compare-indicator.ts";
import { COMPARE_COLORS, type ComparedMarket } from "./compared-markets.ts";

const DECIMALS = 2;

/** Draws other markets over a chart and keeps them up to date, as far back as the chart shows. */
export function useCompared(
  chart: Chart | null,
  markets: readonly ComparedMarket[],
  period: ChartPeriod,
): void {
  const formats = useFormats();
  const [spot, contract] = [useMarketFormats("spot"), useMarketFormats("contract")];
  const look = useSyncExternalStore(watchLook, lookOf);
  const nameOf = ({ kind, symbol }: ComparedMarket): string =>
    (kind === "spot" ? spot : contract)(symbol)?.name ?? symbol;
  const show = useEffectEvent((on: Chart) => {
    const series = markets.map((market, index) => ({
      name: nameOf(market),
      color: tokenOf(COMPARE_COLORS[index] ?? "text"),
      closes: new Map(
        klines(market, period)
          .getSnapshot()
          .bars.map((bar) => [bar.openTimeMs, Number(bar.close)] as const),
      ),
    }));
    showCompared(on, series, (percent) => formats.percent(percent.toFixed(DECIMALS)));
  });
  useEffect(() => {
    if (chart === null) return undefined;
    const stores = markets.map((market) => klines(market, period));
    const reach = (): void => {
      const firstMs = chart.getDataList()[chart.getVisibleRange().from]?.timestamp;
      for (const store of stores) {
        const { bars, hasOlder } = store.getSnapshot();
        // A failed call ends the line there; the next move of the chart tries again.
        if (firstMs !== undefined && hasOlder && (bars[0]?.openTimeMs ?? 0) > firstMs)
          void store.loadOlder().catch(() => undefined);
      }
    };
    const update = (): void => {
      show(chart);
      reach();
    };
    const stops = stores.map((store) => store.subscribe(update));
    chart.subscribeAction("onVisibleRangeChange", reach);
    update();
    return () => {
      for (const stop of stops) stop();
      chart.unsubscribeAction("onVisibleRangeChange", reach);
    };
  }, [chart, markets, period]);
  // oxlint-disable-next-line react/exhaustive-deps -- colors, names and figures depend on them
  useEffect(() => {
    if (chart !== null) show(chart);
  }, [chart, look, formats, spot, contract]);
}

const klines = ({ kind, symbol }: ComparedMarket, period: ChartPeriod) => live.klines(symbol, period, kind);
