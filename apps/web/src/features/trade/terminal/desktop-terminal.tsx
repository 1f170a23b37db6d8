import { useDesktop } from "../../../shell/use-desktop.ts";
import { useAppStore } from "../../../state/app-store.ts";
import { PairBar } from "../market/pair-header.tsx";
import { OrdersSection } from "../orders/orders-section.tsx";
import { useOrders } from "../orders/use-orders.ts";
import { TicketPanel } from "../ticket/ticket-panel.tsx";
import { TicketWallet } from "../ticket/ticket-wallet.tsx";
import type { TerminalProps } from "./phone-terminal.tsx";
import { TerminalFrame } from "./terminal-frame.tsx";
import { useTicket } from "./use-ticket.ts";

/** Chart, book and ticket side by side on tablets and desktops. */
export function DesktopTerminal({ shown, onChoosePair }: TerminalProps) {
  const isDesktop = useDesktop();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const acts = useOrders();
  const { ticket, dispatch, pick } = useTicket(shown);
  return (
    <TerminalFrame
      shown={shown}
      bar={<PairBar shown={shown} onChoosePair={onChoosePair} />}
      book={{ onPick: pick }}
      ticket={
        <>
          <TicketPanel shown={shown} isDesktop={isDesktop} ticket={ticket} dispatch={dispatch} acts={acts} />
          {isLoggedIn && <TicketWallet look={shown.look} />}
        </>
      }
      records={<OrdersSection shown={shown} isDesktop={isDesktop} acts={acts} />}
    />
  );
}
