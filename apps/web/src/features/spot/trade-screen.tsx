import { useFormats } from "@candor/ui/ui-context.tsx";
import { useMemo, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { FirstSteps } from "../../shared/first-steps/first-steps.tsx";
import { useDesktop, useTablet } from "../../shell/hooks/use-media-query.ts";
import { useStalePrices } from "../../shell/markets/fresh-prices.ts";
import { usePageTitle } from "../../shell/routing/page-title.ts";
import { TRADE } from "../../shell/routing/routes.ts";
import { live } from "../../shell/services/services.ts";
import { MarketState } from "../../trading/market/market-state.tsx";
import { PairSheet } from "../../trading/market/pair-sheet.tsx";
import { pendingMarket } from "../../trading/market/pending-market.ts";
import { useLiveValue } from "../../trading/market/use-live-value.ts";
import { useMarket, useSymbol } from "../../trading/market/use-market.ts";
import { PendingTerminal } from "../../trading/terminal/pending-terminal.tsx";
import { ProductTabs } from "../../trading/terminal/product-tabs.tsx";
import { PendingTicket } from "../../trading/ticket/pending-ticket.tsx";
import { DesktopTerminal } from "./desktop-terminal.tsx";
import { PHONE_BOOK_ROWS, PhoneTerminal } from "./phone-terminal.tsx";

/** Spot trading: ticket, book, chart, trades and orders of one market. */
export function Screen() {
  const isDesktop = useDesktop();
  const isTablet = useTablet();
  const [symbol, choose] = useSymbol();
  const shown = useMarket(symbol);
  const isPending = useLiveValue(live.tickers, ({ state }) => state === "loading");
  const pending = useMemo(() => pendingMarket(symbol, "spot"), [symbol]);
  const [isChoosing, setChoosing] = useState(false);
  const t = useT();
  const formats = useFormats();
  const price = useStalePrices() ? null : shown?.market.chPrice;
  usePageTitle(shown ? `${price ? formats.decimal(price) : ""} ${shown.look.name}`.trim() : t("trade.title"));
  const openPairs = () => setChoosing(true);
  const Terminal = isTablet ? DesktopTerminal : PhoneTerminal;
  return (
    <>
      {!isDesktop && <ProductTabs current={TRADE} />}
      <FirstSteps product="spot" />
      {shown && <Terminal key={symbol} shown={shown} onChoosePair={openPairs} />}
      {!shown && isPending && (
        <PendingTerminal
          market={pending}
          kind="spot"
          isTablet={isTablet}
          rows={PHONE_BOOK_ROWS}
          ticket={<PendingTicket terms={pending.terms} />}
          onChoosePair={openPairs}
        />
      )}
      {!shown && !isPending && <MarketState shown={shown} onChoosePair={openPairs} />}
      <PairSheet open={isChoosing} onOpenChange={setChoosing} symbol={symbol} onChoose={choose} />
    </>
  );
}
