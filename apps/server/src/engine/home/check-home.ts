import type { AcceptedLoss } from "@candor/domain/commands/store-commands";
import { NEWEST_RULES } from "@candor/domain/rules";
import { acceptedLosses } from "./accepted-losses.ts";
import { assertNoIncompleteBackup } from "./incomplete-backup.ts";
import { type Inspection, inspectHome } from "./inspect-home.ts";
import { NewerHomeError } from "./newer-home-error.ts";
import { StoreLossError } from "./store-loss-error.ts";

/** A home that is safe to start a server on. */
export interface CheckedHome extends Inspection {
  /** Accepted losses. */
  readonly accepted: readonly AcceptedLoss[];
}

/**
 * Checks the whole home before anything in it is opened. Throws StoreLossError with the name of each store, key and
 * file that is missing, shorter, older or different, unless an operator accepted the loss, IncompleteBackupError, and
 * NewerHomeError.
 */
export function checkHome(home: string, keyFile: string): CheckedHome {
  assertNoIncompleteBackup(home);
  const inspection = inspectHome(home, keyFile);
  const { rules = 0 } = inspection.manifest ?? {};
  if (rules > NEWEST_RULES) throw new NewerHomeError(rules);
  const { accepted, left } = acceptedLosses(inspection);
  if (left.length > 0) throw new StoreLossError(...left);
  return { ...inspection, accepted };
}

export function hasAccepted({ accepted }: Pick<CheckedHome, "accepted">, store: string): boolean {
  return accepted.some((loss) => loss.store === store);
}
