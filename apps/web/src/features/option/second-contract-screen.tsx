import { Button } from "@candor/ui/button.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { TimerIcon } from "@candor/ui/page-icons.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { FirstSteps } from "../../shared/first-steps/first-steps.tsx";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { usePageTitle } from "../../shell/routing/page-title.ts";
import { SECOND_CONTRACTS } from "../../shell/routing/routes.ts";
import { MarketState } from "../../trading/market/market-state.tsx";
import { PairSheet } from "../../trading/market/pair-sheet.tsx";
import { useMarket, useSymbol } from "../../trading/market/use-market.ts";
import { ProductTabs } from "../../trading/terminal/product-tabs.tsx";
import { offerOf, useOptionInfo } from "./option-live.ts";
import { OptionTerminal } from "./option-terminal.tsx";
import { useOptionNews } from "./use-option-news.ts";

/** Timed options: live index, running contracts, ticket and settled contracts. */
export function Screen() {
  const t = useT();
  const formats = useFormats();
  const isDesktop = useDesktop();
  const [symbol, choose] = useSymbol();
  const shown = useMarket(symbol);
  const info = useOptionInfo();
  const [isChoosing, setChoosing] = useState(false);
  useOptionNews();
  const index = shown?.market.indexPrice;
  usePageTitle(`${index ? formats.decimal(index) : ""} ${t("shell.navSecondContracts")}`.trim());
  const openPairs = () => setChoosing(true);
  const offer = offerOf(info.data, symbol);
  return (
    <>
      {!isDesktop && <ProductTabs current={SECOND_CONTRACTS} />}
      <FirstSteps product="option" />
      {!shown && <MarketState shown={shown} onChoosePair={openPairs} />}
      {shown && info.isPending && <SkeletonRows count={8} label={t("shell.loading")} />}
      {shown && info.isError && info.data === undefined && (
        <LoadFailed error={info.error} onRetry={() => void info.refetch()} />
      )}
      {shown && info.data !== undefined && offer === undefined && (
        <Empty
          icon={TimerIcon}
          title={t("option.notOffered")}
          action={
            <Button size="small" tone="line" onClick={openPairs}>
              {t("trade.chooseMarket")}
            </Button>
          }
        />
      )}
      {shown && info.data !== undefined && offer !== undefined && (
        <OptionTerminal key={symbol} shown={shown} info={info.data} offer={offer} onChoosePair={openPairs} />
      )}
      <PairSheet
        open={isChoosing}
        onOpenChange={setChoosing}
        symbol={symbol}
        accepts={({ option }) => option}
        onChoose={choose}
      />
    </>
  );
}
