import { DatabaseReader } from "./database-reader.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import { assertHomeFits } from "./home-identity.ts";

/**
 * Throws ForeignHistoryError unless the home is empty or a mirror of the database's exchange. Creates nothing: an empty
 * database may be one with a wrong name.
 */
export async function assertHomeFitsDatabase(home: string, database: DatabaseSettings): Promise<void> {
  const reader = new DatabaseReader(database);
  try {
    const leader = await reader.leader();
    assertHomeFits(home, leader?.exchange, leader !== undefined && !(await reader.isEmpty()));
  } finally {
    await reader.close();
  }
}
