import { BookColumn } from "../book/book-column.tsx";
import { PairHeaderPhone } from "../market/pair-header.tsx";
import type { ShownMarket } from "../market/use-market.ts";
import { OrdersSection } from "../orders/orders-section.tsx";
import { useOrders } from "../orders/use-orders.ts";
import { TicketPanel } from "../ticket/ticket-panel.tsx";
import "./terminal.css";
import { useTicket } from "./use-ticket.ts";

/** Same height as a limit order's ticket. */
export const PHONE_BOOK_ROWS = 9;

export interface TerminalProps {
  readonly shown: ShownMarket;
  readonly onChoosePair: () => void;
}

/** Ticket and book side by side, orders below. */
export function PhoneTerminal({ shown, onChoosePair }: TerminalProps) {
  const acts = useOrders();
  const { ticket, dispatch, pick } = useTicket(shown);
  return (
    <div className="trade-phone">
      <PairHeaderPhone shown={shown} onChoosePair={onChoosePair} />
      <div className="trade-split">
        <TicketPanel shown={shown} isDesktop={false} ticket={ticket} dispatch={dispatch} acts={acts} />
        <BookColumn shown={shown} rows={PHONE_BOOK_ROWS} layout="below" onPick={pick} />
      </div>
      <OrdersSection shown={shown} isDesktop={false} acts={acts} />
    </div>
  );
}
