import type { OrderType } from "@candor/protocol/enumerations";
import type { LeverEffect } from "@candor/protocol/lever-commands";
import type { WireLeverAccount } from "@candor/protocol/wire/lever-objects";
import { Segmented } from "@candor/ui/segmented.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { useAppStore } from "../../state/app-store.ts";
import type { ShownMarket } from "../trade/market/use-market.ts";
import { useMarketFigures } from "../trade/market/use-market-figures.ts";
import { useMarketTurn } from "../trade/market/use-market-turn.ts";
import type { TicketControl } from "../trade/terminal/use-ticket.ts";
import { TicketForm } from "../trade/ticket/ticket-form.tsx";
import { useMarketNow } from "../trade/ticket/ticket-panel.tsx";
import { summariseTicket } from "../trade/ticket/ticket-summary.ts";
import { spendableUnits } from "./lever-room.ts";
import type { LeverActs } from "./use-lever.ts";

const TYPES: readonly OrderType[] = ["limit", "market", "stop-limit", "stop-market", "trailing-stop"];
const EFFECT_WORDS: Readonly<Record<LeverEffect, readonly [label: MessageKey, note: MessageKey]>> = {
  borrow: ["lever.effectBorrow", "lever.borrowNote"],
  repay: ["lever.effectRepay", "lever.repayNote"],
  none: ["lever.effectNone", "lever.noneNote"],
};
const EFFECTS: readonly LeverEffect[] = ["borrow", "repay", "none"];

interface Props {
  readonly shown: ShownMarket;
  readonly account: WireLeverAccount | undefined;
  readonly steps: readonly number[];
  readonly control: TicketControl;
  readonly acts: LeverActs;
  readonly isDesktop: boolean;
}

/** The spot ticket with a leverage and what the order does to debts. */
export function LeverTicket({ shown, account, steps, control, acts, isDesktop }: Props) {
  const { market, terms } = shown;
  const t = useT();
  const formats = useFormats();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const { ticket, dispatch } = control;
  const { lastPrice, indexPrice, status } = useMarketFigures(market);
  useMarketTurn(market);
  const now = useMarketNow(terms, lastPrice, indexPrice);
  const [leverage, setLeverage] = useState(String(steps[0] ?? 2));
  const [effect, setEffect] = useState<LeverEffect>("borrow");
  const choice = { leverage: Number(leverage), effect };
  const availableUnits =
    account && spendableUnits(account, terms, ticket.side === "buy", choice, now.indexTicks);
  const summary = summariseTicket(ticket, terms, now, availableUnits);
  const submit = async (): Promise<void> => {
    if (summary.payload === undefined) return;
    const { product: _, ...payload } = summary.payload;
    if (await acts.place({ ...payload, ...choice })) dispatch({ kind: "sent" });
  };
  return (
    <div className="stack-3 lever-ticket">
      <Segmented
        label={t("lever.steps")}
        value={leverage}
        onValueChange={setLeverage}
        choices={steps.map((step) => ({ value: String(step), label: `${formats.integer(step)}×` }))}
      />
      <Segmented
        label={t("lever.effect")}
        value={effect}
        onValueChange={setEffect}
        choices={EFFECTS.map((value) => ({ value, label: t(EFFECT_WORDS[value][0]) }))}
      />
      <p className="small muted">{t(EFFECT_WORDS[effect][1])}</p>
      <TicketForm
        terms={terms}
        status={status}
        takerFeeRate={market.takerFeeRate}
        ticket={ticket}
        summary={summary}
        dispatch={dispatch}
        availableUnits={availableUnits}
        now={now}
        isLoggedIn={isLoggedIn}
        isBusy={acts.isPlacing}
        isDesktop={isDesktop}
        types={TYPES}
        onSubmit={() => void submit()}
      />
    </div>
  );
}
