import { useMemo, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useDesktop, useTablet } from "../../shell/hooks/use-media-query.ts";
import { useAppStore } from "../../state/app-store.ts";
import { pendingMarket } from "../../trading/market/pending-market.ts";
import { PendingTerminal } from "../../trading/terminal/pending-terminal.tsx";
import { NOTHING_KNOWN } from "../../trading/ticket/pending-ticket.tsx";
import "./contract.css";
import { ContractTicketForm } from "./contract-ticket-form.tsx";
import { newContractTicket } from "./contract-ticket-state.ts";
import { type ContractNow, summarizeSide } from "./contract-ticket-summary.ts";

interface PendingContractProps {
  readonly symbol: string;
  /** Rows per side of a phone's book. */
  readonly rows: number;
  readonly onChoosePair: () => void;
}

const NOW: ContractNow = { ...NOTHING_KNOWN, markTicks: undefined };

const SETTINGS = { leverage: 1, isCross: false, isKnown: false } as const;

const ignore = (): void => undefined;

/** Contract screen while the contract is loading: the ticket is visible but disabled. */
export function PendingContract({ symbol, rows, onChoosePair }: PendingContractProps) {
  const t = useT();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const isDesktop = useDesktop();
  const isTablet = useTablet();
  const [ticket] = useState(newContractTicket);
  const market = useMemo(() => pendingMarket(symbol, "contract"), [symbol]);
  const terms = { ...market.terms, brackets: [], maxLeverage: 1, liquidationFeePpm: 0 };
  const side = (of: "buy" | "sell") => summarizeSide(of, ticket, NOW, terms, undefined);
  return (
    <PendingTerminal
      market={market}
      kind="contract"
      isTablet={isTablet}
      rows={rows}
      onChoosePair={onChoosePair}
      strip={
        <dl className="contract-strip">
          {[t("contract.mark"), t("trade.index"), t("contract.fundingCountdown")].map((label) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>–</dd>
            </div>
          ))}
        </dl>
      }
      ticket={
        <ContractTicketForm
          terms={terms}
          status="trading"
          statusReason={null}
          isPending
          settings={SETTINGS}
          isHedged={false}
          ticket={ticket}
          dispatch={ignore}
          now={NOW}
          buy={side("buy")}
          sell={side("sell")}
          usableUnits={undefined}
          isLoggedIn={isLoggedIn}
          isFrozen={false}
          isBusy={false}
          isDesktop={isDesktop}
          onLeverage={ignore}
          onConfirm={ignore}
        />
      }
    />
  );
}
