import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { usePageTitle } from "../../shell/page.tsx";
import { TRADE } from "../../shell/routes.ts";
import { useDesktop } from "../../shell/use-desktop.ts";
import { MarketState } from "./market/market-state.tsx";
import { PairSheet } from "./market/pair-sheet.tsx";
import { useMarket, useSymbol } from "./market/use-market.ts";
import { DesktopTerminal } from "./terminal/desktop-terminal.tsx";
import { PhoneTerminal } from "./terminal/phone-terminal.tsx";
import { ProductTabs } from "./terminal/product-tabs.tsx";

/** Spot trading: ticket, book, chart, tape and orders of one market. */
export function Screen() {
  const isDesktop = useDesktop();
  const [symbol, choose] = useSymbol();
  const shown = useMarket(symbol);
  const [isChoosing, setChoosing] = useState(false);
  const t = useT();
  const formats = useFormats();
  const price = shown?.market.chPrice;
  usePageTitle(shown ? `${price ? formats.decimal(price) : ""} ${shown.look.name}`.trim() : t("trade.title"));
  const openPairs = () => setChoosing(true);
  const Terminal = isDesktop ? DesktopTerminal : PhoneTerminal;
  return (
    <>
      {!isDesktop && <ProductTabs current={TRADE} />}
      {shown ? (
        <Terminal key={symbol} shown={shown} onChoosePair={openPairs} />
      ) : (
        <MarketState shown={shown} onChoosePair={openPairs} />
      )}
      <PairSheet open={isChoosing} onOpenChange={setChoosing} symbol={symbol} onChoose={choose} />
    </>
  );
}
