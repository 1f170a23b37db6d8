import { useState } from "react";
import { useTradingSettings } from "../../shared/confirmation/trading-settings.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { useAppStore } from "../../state/app-store.ts";
import type { ShownMarket } from "../../trading/market/use-market.ts";
import { useMarketFigures } from "../../trading/market/use-market-figures.ts";
import { useMarketTurn } from "../../trading/market/use-market-turn.ts";
import { ConfirmSheet } from "./confirm-sheet.tsx";
import type { LiveContracts } from "./contract-live.ts";
import type { ContractTerms } from "./contract-terms.ts";
import { ContractTicketForm } from "./contract-ticket-form.tsx";
import { type SideSummary, summarizeSides } from "./contract-ticket-summary.ts";
import { LeverageSheet } from "./leverage-sheet.tsx";
import { mustAsk } from "./position-reversal.ts";
import { TicketExtras } from "./ticket-extras.tsx";
import type { ContractActions } from "./use-contract-actions.ts";
import { type ContractTicketControl, settingsOf, sidesOf, useContractNow } from "./use-contract-ticket.ts";

/** Refetch interval: a freeze is set by an operator, so it changes rarely. */
const FROZEN_FRESH_MS = 60_000;

export interface ContractTicketPanelProps {
  readonly shown: ShownMarket;
  readonly terms: ContractTerms;
  readonly control: ContractTicketControl;
  readonly contracts: LiveContracts;
  readonly acts: ContractActions;
  readonly isDesktop: boolean;
}

/**
 * The side whose confirmation is open, with the type it was opened for, and sending it. A price that crosses the trigger
 * in the meantime must not turn a stop into a take-profit.
 */
function useSending(acts: ContractActions, dispatch: ContractTicketControl["dispatch"]) {
  const [confirmed, setConfirmed] = useState<Pick<SideSummary, "side" | "type"> | null>(null);
  const send = async ({ payload, type }: SideSummary): Promise<void> => {
    if (payload === undefined || !(await acts.place({ ...payload, type }))) return;
    setConfirmed(null);
    dispatch({ kind: "sent" });
  };
  return { confirmed, setConfirmed, send };
}

/** The ticket with its data, leverage sheet and confirmation sheet. */
export function ContractTicketPanel(props: ContractTicketPanelProps) {
  const { shown, terms, control, contracts, acts, isDesktop } = props;
  const { ticket, dispatch } = control;
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const isUnasked = !useTradingSettings().settings.confirm.contract;
  const profile = useCall("profile", {}, { enabled: isLoggedIn, freshMs: FROZEN_FRESH_MS });
  const { lastPrice, status, statusReason } = useMarketFigures(shown.market);
  const now = useContractNow(shown, terms, lastPrice, ticket.order.type);
  const sides = sidesOf(contracts, ticket, terms, now);
  const context = sides.contextOf("buy");
  const usableUnits = context?.account.usableUnits;
  const settings = settingsOf(contracts, terms, shown.market.symbol);
  const { confirmed, setConfirmed, send } = useSending(acts, dispatch);
  const [isLevering, setLevering] = useState(false);
  useMarketTurn(shown.market);
  const summaries = summarizeSides(ticket, now, terms, sides.contextOf, settings.leverage);
  return (
    <div className="ticket-column">
      <ContractTicketForm
        terms={terms}
        status={status}
        statusReason={statusReason}
        settings={settings}
        isHedged={contracts.isHedged}
        ticket={ticket}
        dispatch={dispatch}
        now={now}
        {...summaries}
        usableUnits={usableUnits}
        isLoggedIn={isLoggedIn}
        isFrozen={profile.data?.frozen.contract === true}
        isBusy={acts.isPlacing}
        isDesktop={isDesktop}
        onLeverage={() => setLevering(true)}
        onConfirm={(side) => {
          const summary = summaries[side];
          if (isUnasked && !mustAsk(summary, sides.positionOf(side))) void send(summary);
          else setConfirmed(summary);
        }}
      />
      <TicketExtras
        {...{ shown, ticket, dispatch, terms, settings, now, usableUnits, isLoggedIn, ...summaries }}
        sendOrder={acts.sendOrder}
        contextOf={sidesOf(contracts, { ...ticket, reduceOnly: false }, terms, now).contextOf}
      />
      <ConfirmSheet
        market={shown.market}
        terms={terms}
        ticket={ticket}
        settings={settings}
        position={confirmed === null ? undefined : sides.positionOf(confirmed.side)}
        summary={confirmed === null ? null : { ...summaries[confirmed.side], type: confirmed.type }}
        isBusy={acts.isPlacing}
        onClose={() => setConfirmed(null)}
        onSend={(summary) => void send(summary)}
      />
      <LeverageSheet
        open={isLevering}
        onOpenChange={setLevering}
        terms={terms}
        settings={settings}
        legs={sides.legs}
        isLoggedIn={isLoggedIn}
        isModeFixed={sides.hasOpen}
        contracts={contracts}
        acts={acts}
      />
    </div>
  );
}
