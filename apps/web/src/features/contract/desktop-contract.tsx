import { lazy, Suspense } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useAppStore } from "../../state/app-store.ts";
import { BookColumn } from "../trade/book/book-column.tsx";
import { TapePanel } from "../trade/book/tape-panel.tsx";
import "../trade/terminal/terminal.css";
import { useBookRows } from "../trade/terminal/use-book-rows.ts";
import { ContractBar } from "./contract-header.tsx";
import { useLiveContracts, useMark } from "./contract-live.ts";
import { ContractRecords } from "./contract-records.tsx";
import { ContractTicketPanel } from "./contract-ticket-panel.tsx";
import { ContractWallet } from "./contract-wallet.tsx";
import "./contract.css";
import { loadPart } from "../../shell/load-part.ts";
import type { ContractTerminalProps } from "./phone-contract.tsx";
import { useContractActs } from "./use-contract-acts.ts";
import { useContractLines } from "./use-contract-lines.ts";
import { useContractTicket } from "./use-contract-ticket.ts";

const ChartPanel = lazy(async () => ({
  default: (await loadPart(() => import("../chart/chart-panel.tsx"))).ChartPanel,
}));

/** Chart, book, tape and ticket side by side; positions below chart and book. */
export function DesktopContract({ shown, terms, onChoosePair }: ContractTerminalProps) {
  const t = useT();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const acts = useContractActs();
  const contracts = useLiveContracts();
  const control = useContractTicket(shown);
  const { markPrice } = useMark(shown.market);
  const lines = useContractLines(contracts, shown.market.symbol);
  const bookRows = useBookRows();
  const common = { shown, terms, contracts, acts, isDesktop: true } as const;
  return (
    <div className="terminal">
      <ContractBar shown={shown} onChoosePair={onChoosePair} />
      <div className="terminal-chart">
        <Suspense fallback={<div className="terminal-chart-wait" aria-busy="true" />}>
          <ChartPanel shown={shown} lines={lines} />
        </Suspense>
      </div>
      <div className="terminal-book">
        <BookColumn
          shown={shown}
          rows={bookRows}
          layout="titled"
          hasTotals
          ownOrders={contracts.orders}
          reference={{ label: t("contract.mark"), price: markPrice }}
          onPick={control.pick}
        />
        <TapePanel symbol={shown.market.symbol} kind="contract" look={shown.look} />
      </div>
      <div className="terminal-ticket">
        <ContractTicketPanel {...common} control={control} />
        {isLoggedIn && <ContractWallet account={contracts.account} terms={terms} />}
      </div>
      <div className="terminal-orders">
        <ContractRecords {...common} />
      </div>
    </div>
  );
}
