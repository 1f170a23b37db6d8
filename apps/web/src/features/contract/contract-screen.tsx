import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { FirstSteps } from "../../shared/first-steps/first-steps.tsx";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useDesktop, useTablet } from "../../shell/hooks/use-media-query.ts";
import { usePageTitle } from "../../shell/routing/page-title.ts";
import { CONTRACTS } from "../../shell/routing/routes.ts";
import { live } from "../../shell/services/services.ts";
import { MarketState } from "../../trading/market/market-state.tsx";
import { PairSheet } from "../../trading/market/pair-sheet.tsx";
import { useLiveValue } from "../../trading/market/use-live-value.ts";
import { useMarket, useSymbol } from "../../trading/market/use-market.ts";
import { ProductTabs } from "../../trading/terminal/product-tabs.tsx";
import { useBrackets, useContractTerms } from "./contract-live.ts";
import { DesktopContract } from "./desktop-contract.tsx";
import { PendingContract } from "./pending-contract.tsx";
import { CONTRACT_BOOK_ROWS, PhoneContract } from "./phone-contract.tsx";
import { useLiquidationNews } from "./use-liquidation-news.ts";

/** Perpetual contract screen: ticket, book, chart, the contract's position and all other positions. */
export function Screen() {
  const isDesktop = useDesktop();
  const isTablet = useTablet();
  const [symbol, choose] = useSymbol("contract");
  const shown = useMarket(symbol, "contract");
  const terms = useContractTerms().get(symbol);
  const brackets = useBrackets();
  const isLoading = useLiveValue(live.tickers, ({ state }) => state === "loading");
  const isPending = shown ? terms === undefined && !brackets.isError : isLoading;
  const [isChoosing, setChoosing] = useState(false);
  useLiquidationNews();
  const t = useT();
  const formats = useFormats();
  const price = shown?.market.chPrice ?? shown?.market.markPrice;
  usePageTitle(
    shown ? `${price ? formats.decimal(price) : ""} ${shown.look.name}`.trim() : t("contract.title"),
  );
  const openPairs = () => setChoosing(true);
  const Terminal = isTablet ? DesktopContract : PhoneContract;
  return (
    <>
      {!isDesktop && <ProductTabs current={CONTRACTS} />}
      <FirstSteps product="contract" />
      {isPending && <PendingContract symbol={symbol} rows={CONTRACT_BOOK_ROWS} onChoosePair={openPairs} />}
      {!shown && !isPending && <MarketState shown={shown} onChoosePair={openPairs} />}
      {shown && terms === undefined && brackets.isError && (
        <LoadFailed error={brackets.error} onRetry={() => void brackets.refetch()} />
      )}
      {shown && terms !== undefined && (
        <Terminal key={symbol} shown={shown} terms={terms} onChoosePair={openPairs} />
      )}
      <PairSheet
        open={isChoosing}
        onOpenChange={setChoosing}
        symbol={symbol}
        kind="contract"
        onChoose={choose}
      />
    </>
  );
}
