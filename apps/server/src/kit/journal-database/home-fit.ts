import { DatabaseUnusableError } from "./database-errors.ts";
import { DatabaseReader } from "./database-reader.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import { assertHomeFits } from "./home-identity.ts";

const NO_EXCHANGE =
  "it has no exchange. Either CANDOR_JOURNAL_URL names the wrong database, or what the database had is lost: correct the " +
  'address, or restore a backup. Only for a new exchange, run "npm run journal -- found" first';

/**
 * Throws ForeignHistoryError unless the home is empty or a mirror of the database's exchange, and DatabaseUnusableError if the
 * database has none. Creates nothing: an empty database may be the wrong one.
 */
export async function assertHomeFitsDatabase(home: string, database: DatabaseSettings): Promise<void> {
  const reader = new DatabaseReader(database);
  try {
    const leader = await reader.leader();
    assertHomeFits(home, leader?.exchange, leader !== undefined && !(await reader.isEmpty()));
    if (leader === undefined) throw new DatabaseUnusableError(NO_EXCHANGE);
  } finally {
    await reader.close();
  }
}
