import type { Side } from "@candor/domain/enumerations";
import { useT } from "../../i18n/use-t.ts";
import { useHotkeys } from "../../trading/hotkeys/use-hotkeys.tsx";
import type { ShownMarket } from "../../trading/market/use-market.ts";
import { ToolButtons } from "../../trading/tools/tool-buttons.tsx";
import type { SendOrder, ToolMargin } from "../../trading/tools/tool-props.ts";
import { CalculatorButton } from "./calculator/calculator-button.tsx";
import type { ContractTicketFormProps } from "./contract-ticket-props.ts";
import { FactsButton } from "./facts/facts-button.tsx";
import { shareOf } from "./money-size-field.tsx";
import type { OrderContext } from "./order-plan.ts";
import { costOfPlanned } from "./planned-cost.ts";

interface TicketExtrasProps
  extends Pick<
    ContractTicketFormProps,
    "ticket" | "dispatch" | "terms" | "settings" | "now" | "buy" | "sell" | "usableUnits" | "isLoggedIn"
  > {
  readonly shown: ShownMarket;
  readonly sendOrder: SendOrder;
  /** The account that an opening order of a side joins. */
  readonly contextOf: (side: Side) => OrderContext | undefined;
}

/** Below a contract's ticket: tools for several orders, calculators, and the shortcuts' list when it is open. */
export function TicketExtras(props: TicketExtrasProps) {
  const { shown, now, isLoggedIn, usableUnits, sendOrder, contextOf, dispatch, ...shared } = props;
  const { terms, settings, buy, sell } = shared;
  const help = useHotkeys({
    // The ticket has a button per side instead of a choice.
    onSide: () => undefined,
    onAmount: (percent) => dispatch(shareOf(percent, shared)),
  });
  const t = useT();
  const margin: ToolMargin = {
    label: t("contract.freeMargin"),
    moveFunds: t("contract.moveFunds"),
    usableUnits,
    costOf: (planned) => costOfPlanned(planned, contextOf(planned.side)),
  };
  const buttons = (
    <>
      <CalculatorButton
        {...{ market: shown.market, terms, settings, now, usableUnits, contextOf }}
        lots={buy.lots ?? sell.lots}
      />
      <FactsButton shown={shown} />
    </>
  );
  return (
    <>
      {help}
      {isLoggedIn ? (
        <ToolButtons product="contract" terms={terms} now={now} sendOrder={sendOrder} margin={margin}>
          {buttons}
        </ToolButtons>
      ) : (
        <div className="row wrap ticket-tools">{buttons}</div>
      )}
    </>
  );
}
