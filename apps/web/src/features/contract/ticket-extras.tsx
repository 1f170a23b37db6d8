import { useHotkeys } from "../../trading/hotkeys/use-hotkeys.tsx";
import { ToolButtons } from "../../trading/tools/tool-buttons.tsx";
import type { SendOrder } from "../../trading/tools/tool-props.ts";
import type { ContractTicketFormProps } from "./contract-ticket-props.ts";
import { shareOf } from "./money-size-field.tsx";

interface TicketExtrasProps
  extends Pick<
    ContractTicketFormProps,
    "ticket" | "dispatch" | "terms" | "settings" | "now" | "buy" | "sell" | "isLoggedIn"
  > {
  readonly sendOrder: SendOrder;
}

/** Below a contract's ticket: the tools for several orders, and the shortcuts' list when it is open. */
export function TicketExtras({ now, isLoggedIn, sendOrder, dispatch, ...shared }: TicketExtrasProps) {
  const help = useHotkeys({
    // The ticket has a button per side instead of a choice.
    onSide: () => undefined,
    onAmount: (percent) => dispatch(shareOf(percent, shared)),
  });
  return (
    <>
      {help}
      {isLoggedIn && <ToolButtons product="contract" terms={shared.terms} now={now} sendOrder={sendOrder} />}
    </>
  );
}
