import type { DatabaseSettings } from "./database-settings.ts";
import { PrimaryConnection } from "./primary-connection.ts";
import { EARLIER_WRITERS } from "./schema.ts";

const READER_NAME = "candor-reader";

/** A server writes to the database, so nothing else may. */
class ExchangeRunningError extends Error {
  constructor(writers: readonly string[]) {
    super(`the exchange in this database is running (${writers.join(", ")}); stop all of its nodes first`);
    this.name = "ExchangeRunningError";
  }
}

/** Throws ExchangeRunningError while a server writes to the database. */
export async function assertNoWriters(database: DatabaseSettings): Promise<void> {
  const connection = await PrimaryConnection.open(database, READER_NAME);
  try {
    const { rows } = await connection.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
       where ${EARLIER_WRITERS}`,
      [Number.MAX_SAFE_INTEGER],
    );
    if (rows.length > 0) throw new ExchangeRunningError(rows.map(({ name }) => name));
  } finally {
    await connection.close();
  }
}
