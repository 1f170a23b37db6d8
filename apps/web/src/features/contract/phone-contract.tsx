import { useT } from "../../i18n/use-t.ts";
import { BookColumn } from "../../trading/book/book-column.tsx";
import type { ShownMarket } from "../../trading/market/use-market.ts";
import "../../trading/terminal/terminal.css";
import { ContractHeaderPhone } from "./contract-header.tsx";
import { useLiveContracts, useMark } from "./contract-live.ts";
import { ContractRecords } from "./contract-records.tsx";
import type { ContractTerms } from "./contract-terms.ts";
import { ContractTicketPanel } from "./contract-ticket-panel.tsx";
import "./contract.css";
import { useContractActions } from "./use-contract-actions.ts";
import { useContractTicket } from "./use-contract-ticket.ts";

/** Same height as a limit order's ticket. */
export const CONTRACT_BOOK_ROWS = 10;

export interface ContractTerminalProps {
  readonly shown: ShownMarket;
  readonly terms: ContractTerms;
  readonly onChoosePair: () => void;
}

/** Ticket and book side by side, positions below. */
export function PhoneContract({ shown, terms, onChoosePair }: ContractTerminalProps) {
  const t = useT();
  const acts = useContractActions();
  const contracts = useLiveContracts();
  const control = useContractTicket(shown);
  const { markPrice } = useMark(shown.market);
  const common = { shown, terms, contracts, acts, isDesktop: false } as const;
  return (
    <div className="trade-phone">
      <ContractHeaderPhone shown={shown} onChoosePair={onChoosePair} />
      <div className="trade-split">
        <ContractTicketPanel {...common} control={control} />
        <BookColumn
          shown={shown}
          rows={CONTRACT_BOOK_ROWS}
          layout="below"
          ownOrders={contracts.orders}
          reference={{ label: t("contract.mark"), price: markPrice }}
          onPick={control.pick}
        />
      </div>
      <ContractRecords {...common} />
    </div>
  );
}
