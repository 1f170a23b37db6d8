import { lazy, Suspense } from "react";
import { useAppStore } from "../../../state/app-store.ts";
import { BookColumn } from "../book/book-column.tsx";
import { TapePanel } from "../book/tape-panel.tsx";
import { PairBar } from "../market/pair-header.tsx";
import { OrdersSection } from "../orders/orders-section.tsx";
import { useOrders } from "../orders/use-orders.ts";
import { TicketPanel } from "../ticket/ticket-panel.tsx";
import { TicketWallet } from "../ticket/ticket-wallet.tsx";
import type { TerminalProps } from "./phone-terminal.tsx";
import "./terminal.css";
import { loadPart } from "../../../shell/load-part.ts";
import { useBookRows } from "./use-book-rows.ts";
import { useTicket } from "./use-ticket.ts";

const ChartPanel = lazy(async () => ({
  default: (await loadPart(() => import("../../chart/chart-panel.tsx"))).ChartPanel,
}));

/** Chart, book, tape and ticket side by side; orders below chart and book. */
export function DesktopTerminal({ shown, onChoosePair }: TerminalProps) {
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const acts = useOrders();
  const { ticket, dispatch, pick } = useTicket(shown);
  const bookRows = useBookRows();
  return (
    <div className="terminal">
      <PairBar shown={shown} onChoosePair={onChoosePair} />
      <div className="terminal-chart">
        <Suspense fallback={<div className="terminal-chart-wait" aria-busy="true" />}>
          <ChartPanel shown={shown} />
        </Suspense>
      </div>
      <div className="terminal-book">
        <BookColumn shown={shown} rows={bookRows} layout="titled" hasTotals onPick={pick} />
        <TapePanel symbol={shown.market.symbol} look={shown.look} />
      </div>
      <div className="terminal-ticket">
        <TicketPanel shown={shown} isDesktop ticket={ticket} dispatch={dispatch} acts={acts} />
        {isLoggedIn && <TicketWallet look={shown.look} />}
      </div>
      <div className="terminal-orders">
        <OrdersSection shown={shown} isDesktop acts={acts} />
      </div>
    </div>
  );
}
