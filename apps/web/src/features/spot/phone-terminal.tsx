import { BookColumn } from "../../trading/book/book-column.tsx";
import { PairHeaderPhone } from "../../trading/market/pair-header.tsx";
import type { ShownMarket } from "../../trading/market/use-market.ts";
import { useOrders } from "../../trading/orders/use-orders.ts";
import { TicketPanel } from "../../trading/ticket/ticket-panel.tsx";
import { OrdersSection } from "./orders-section.tsx";
import { spotTools } from "./spot-tools.tsx";
import "../../trading/terminal/terminal.css";
import { useTicket } from "../../trading/terminal/use-ticket.ts";

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
        <TicketPanel
          shown={shown}
          isDesktop={false}
          ticket={ticket}
          dispatch={dispatch}
          acts={acts}
          tools={spotTools(shown, acts)}
        />
        <BookColumn shown={shown} rows={PHONE_BOOK_ROWS} layout="below" onPick={pick} />
      </div>
      <OrdersSection shown={shown} isDesktop={false} acts={acts} />
    </div>
  );
}
