import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/load-failed.tsx";
import { usePageTitle } from "../../shell/page.tsx";
import { CONTRACTS } from "../../shell/routes.ts";
import { useDesktop } from "../../shell/use-desktop.ts";
import { MarketState } from "../trade/market/market-state.tsx";
import { PairSheet } from "../trade/market/pair-sheet.tsx";
import { useMarket, useSymbol } from "../trade/market/use-market.ts";
import { ProductTabs } from "../trade/terminal/product-tabs.tsx";
import { useBrackets, useContractTerms } from "./contract-live.ts";
import { DesktopContract } from "./desktop-contract.tsx";
import { PhoneContract } from "./phone-contract.tsx";
import { useLiquidationNews } from "./use-liquidation-news.ts";

/** Trading perpetual contracts: ticket, book, chart, positions of one contract, and all other positions. */
export function Screen() {
  const isDesktop = useDesktop();
  const [symbol, choose] = useSymbol("contract");
  const shown = useMarket(symbol, "contract");
  const terms = useContractTerms().get(symbol);
  const brackets = useBrackets();
  const [isChoosing, setChoosing] = useState(false);
  useLiquidationNews();
  const t = useT();
  const formats = useFormats();
  const price = shown?.market.chPrice ?? shown?.market.markPrice;
  usePageTitle(
    shown ? `${price ? formats.decimal(price) : ""} ${shown.look.name}`.trim() : t("contract.title"),
  );
  const openPairs = () => setChoosing(true);
  const Terminal = isDesktop ? DesktopContract : PhoneContract;
  return (
    <>
      {!isDesktop && <ProductTabs current={CONTRACTS} />}
      {!shown && <MarketState shown={shown} onChoosePair={openPairs} />}
      {shown && terms === undefined && <TermsState hasFailed={brackets.isError} onRetry={brackets.refetch} />}
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

/** What stands there until the contract's tiers are known. */
function TermsState({
  hasFailed,
  onRetry,
}: {
  readonly hasFailed: boolean;
  readonly onRetry: () => unknown;
}) {
  const t = useT();
  if (hasFailed) return <LoadFailed onRetry={() => void onRetry()} />;
  return <SkeletonRows count={8} label={t("shell.loading")} />;
}
