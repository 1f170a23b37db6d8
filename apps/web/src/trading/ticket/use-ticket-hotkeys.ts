import type { ReactNode } from "react";
import { useHotkeys } from "../hotkeys/use-hotkeys.tsx";
import { referenceTicks } from "./ticket-prices.ts";
import type { TicketFormProps } from "./ticket-props.ts";

/** Shortcuts of a spot or margin ticket. Returns the overlay that lists them. */
export function useTicketHotkeys({
  dispatch,
  terms,
  now,
  availableUnits = 0,
}: Pick<TicketFormProps, "dispatch" | "terms" | "now" | "availableUnits">): ReactNode {
  return useHotkeys({
    onSide: (side) => dispatch({ kind: "side", side, terms, marketTicks: referenceTicks(now) }),
    onAmount: (percent) => dispatch({ kind: "percent", percent, terms, availableUnits, now }),
  });
}
