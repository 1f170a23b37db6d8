import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { useAppStore } from "../../state/app-store.ts";
import { PairBar } from "../../trading/market/pair-header.tsx";
import { useOrders } from "../../trading/orders/use-orders.ts";
import { TerminalFrame } from "../../trading/terminal/terminal-frame.tsx";
import { useTicket } from "../../trading/terminal/use-ticket.ts";
import { TicketPanel } from "../../trading/ticket/ticket-panel.tsx";
import { OrdersSection } from "./orders-section.tsx";
import type { TerminalProps } from "./phone-terminal.tsx";
import { spotTools } from "./spot-tools.tsx";
import { TicketWallet } from "./ticket-wallet.tsx";

/** Chart, book and ticket side by side on tablets and desktops. */
export function DesktopTerminal({ shown, onChoosePair }: TerminalProps) {
  const isDesktop = useDesktop();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const acts = useOrders();
  const { ticket, dispatch, pick, takeChartPrice } = useTicket(shown);
  return (
    <TerminalFrame
      shown={shown}
      bar={<PairBar shown={shown} onChoosePair={onChoosePair} />}
      book={{ onPick: pick }}
      onChartPrice={takeChartPrice}
      ticket={
        <>
          <TicketPanel
            shown={shown}
            isDesktop={isDesktop}
            ticket={ticket}
            dispatch={dispatch}
            acts={acts}
            tools={spotTools(shown, acts)}
          />
          {isLoggedIn && <TicketWallet look={shown.look} />}
        </>
      }
      records={<OrdersSection shown={shown} isDesktop={isDesktop} acts={acts} />}
    />
  );
}
