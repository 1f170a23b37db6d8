import type { AcceptedLoss } from "@candor/domain/commands/store-commands";
import { acceptedLosses } from "./accepted-losses.ts";
import { type Inspection, inspectHome } from "./inspect-home.ts";
import { StoreLossError } from "./store-loss-error.ts";

/** A home on which a server may start. */
export interface CheckedHome extends Inspection {
  /** What is missing, knowingly. */
  readonly accepted: readonly AcceptedLoss[];
}

/**
 * Checks everything that a home holds before anything of it is opened. Throws StoreLossError with the name of each store,
 * key and file that is missing, shorter, older or another one, unless an operator accepted that.
 */
export function checkHome(home: string, keyFile: string): CheckedHome {
  const inspection = inspectHome(home, keyFile);
  const { accepted, left } = acceptedLosses(inspection);
  if (left.length > 0) throw new StoreLossError(...left);
  return { ...inspection, accepted };
}

export function hasAccepted({ accepted }: Pick<CheckedHome, "accepted">, store: string): boolean {
  return accepted.some((loss) => loss.store === store);
}
