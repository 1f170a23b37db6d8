import { hostname } from "node:os";
import { expectChanges } from "../../engine/home/manifest.ts";
import { type Replication, takeOver } from "../../engine/home/replication.ts";
import { assertNotMirror } from "../../kit/journal-database/home-identity.ts";
import type { Start } from "./start.ts";

/**
 * Takes over the exchange in the database of CANDOR_JOURNAL_URL and completes the home from it. Returns undefined if the
 * home is the only copy. Throws ForeignHistoryError, DatabaseUnusableError.
 */
export async function joinDatabase(start: Start): Promise<Replication | undefined> {
  const { environment, log, onFatal, closers, prepared } = start;
  const { home, journalDatabase: database } = environment;
  if (prepared !== undefined) {
    closers.add("journal database", () => prepared.replication.close());
    expectChanges(home);
    return prepared.replication;
  }
  if (database === undefined) {
    assertNotMirror(home);
    return undefined;
  }
  const name = hostname();
  const onState = (state: string): void => log.warn(`journal's database: ${state}`);
  const candidate = { name, address: "", reason: "start" };
  const replication = await takeOver(
    { home, database, name, onLost: onFatal, onState },
    candidate,
    (message) => log.warn(message),
  );
  closers.add("journal database", () => replication.close());
  log.info({ term: replication.leadership.term }, "journal database: leading");
  // Another machine may have continued since this one stopped.
  expectChanges(home);
  return replication;
}
