import { type ReactNode, useEffect } from "react";
import type { MarketKind } from "../../data/market-kind.ts";
import { live } from "../../shell/services/services.ts";
import { BlankBook } from "../book/order-book-view.tsx";
import { PairButton } from "../market/pair-header.tsx";
import type { PendingMarket } from "../market/pending-market.ts";
import { terminalStyle } from "./terminal-layout.ts";
import "./terminal.css";
import { useTerminalLayout } from "./use-terminal-layout.ts";

interface PendingTerminalProps {
  readonly market: PendingMarket;
  readonly kind: MarketKind;
  readonly ticket: ReactNode;
  /** Shown between pair and ticket on phones. */
  readonly strip?: ReactNode;
  readonly isTablet: boolean;
  /** Rows per side of a phone's book. */
  readonly rows: number;
  readonly onChoosePair: () => void;
}

/**
 * Trade screen while its market is loading: everything independent of the market, in its final place. Already
 * subscribes to the market's data.
 */
export function PendingTerminal({
  market,
  kind,
  ticket,
  strip,
  isTablet,
  rows,
  onChoosePair,
}: PendingTerminalProps) {
  const { symbol } = market.terms;
  const { layout, room, isMovable } = useTerminalLayout();
  useEffect(() => live.orderBook(symbol, kind).subscribe(() => undefined), [symbol, kind]);
  return (
    <div
      className={isTablet ? "terminal" : "trade-phone"}
      style={isMovable ? terminalStyle({ ...layout, hidden: [] }, room) : undefined}
    >
      <header className={isTablet ? "pair-bar" : "pair-phone"}>
        <PairButton shown={market} onChoosePair={onChoosePair} />
      </header>
      {!isTablet && strip}
      <div className={isTablet ? "terminal-ticket" : "trade-split"}>
        {ticket}
        {!isTablet && (
          <div className="book-column">
            <BlankBook rows={rows} />
          </div>
        )}
      </div>
    </div>
  );
}
