import { Button } from "@candor/ui/button.tsx";
import { CloseIcon, PlusIcon } from "@candor/ui/icons.tsx";
import { useState } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { PairSheet } from "../../market/pair-sheet.tsx";
import { useMarketFormats } from "../../market/use-market.ts";
import { useChartSettings } from "../chart-settings.ts";
import "./compare.css";
import { COMPARE_COLORS, type ComparedMarket, isSameMarket, MOST_COMPARED } from "./compared-markets.ts";

/** The markets that are compared with the one shown: up to three, each in its color. */
export function CompareChoice({ shown }: { readonly shown: ComparedMarket }) {
  const t = useT();
  const { compared, setCompared } = useChartSettings();
  const [isChoosing, setChoosing] = useState(false);
  const looks = useMarketFormats(shown.kind);
  const without = (market: ComparedMarket) => compared.filter((each) => !isSameMarket(each, market));
  return (
    <div className="stack">
      <h3>{t("chart.compare")}</h3>
      <div className="row wrap">
        {compared.map((market, index) => (
          <button
            key={`${market.kind} ${market.symbol}`}
            type="button"
            className="chip compared"
            aria-label={t("chart.stopComparing", { pair: looks(market.symbol)?.name ?? market.symbol })}
            onClick={() => setCompared(without(market))}
          >
            <i style={{ background: `var(--c-${COMPARE_COLORS[index] ?? "text"})` }} />
            {looks(market.symbol)?.name ?? market.symbol}
            <CloseIcon size="xs" />
          </button>
        ))}
        {compared.length < MOST_COMPARED && (
          <Button tone="line" size="small" onClick={() => setChoosing(true)}>
            <PlusIcon size="s" />
            {t("chart.addMarket")}
          </Button>
        )}
      </div>
      <PairSheet
        open={isChoosing}
        onOpenChange={setChoosing}
        symbol={shown.symbol}
        kind={shown.kind}
        accepts={(market) => market.symbol !== shown.symbol}
        onChoose={(symbol) => {
          const market = { kind: shown.kind, symbol };
          if (symbol !== shown.symbol) setCompared([...without(market), market]);
        }}
      />
    </div>
  );
}
