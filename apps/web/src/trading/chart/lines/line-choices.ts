import { useMemo } from "react";
import { useAccountDocument } from "../../../shell/documents/use-account-document.ts";

interface LineChoices {
  /** The user's fills are on the chart. */
  readonly showsFills: boolean;
}

const USUAL: LineChoices = { showsFills: true };

function readChoices(kept: unknown): LineChoices | undefined {
  if (typeof kept !== "object" || kept === null || !("showsFills" in kept)) return undefined;
  return { showsFills: kept.showsFills === true };
}

/** What the user wants to see over the candles, kept in the account. */
export function useLineChoices(): LineChoices & { readonly showFills: (on: boolean) => void } {
  const [choices, save] = useAccountDocument("chart-lines", readChoices, USUAL);
  return useMemo(
    () => ({ ...choices, showFills: (on: boolean) => save((now) => ({ ...now, showsFills: on })) }),
    [choices, save],
  );
}
