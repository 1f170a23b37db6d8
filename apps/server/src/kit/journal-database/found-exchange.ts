import { DatabaseUnusableError } from "./database-errors.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import { ensureSchema, hasSchema } from "./lead.ts";
import { PrimaryConnection } from "./primary-connection.ts";
import { untilReplicated } from "./replication-proof.ts";
import { SCHEMA } from "./schema.ts";

const NAME = "candor-founding";

export interface FoundedExchange {
  /** Identifies the exchange. */
  readonly exchange: string;
  /** Whether it was created now. */
  readonly isNew: boolean;
}

/**
 * Makes an empty database the place of a new exchange: the first node that starts may then create it. Changes nothing if
 * the database has one. Throws DatabaseUnusableError, also if fewer standbys than `standbys` confirm.
 */
export async function foundExchange(database: DatabaseSettings): Promise<FoundedExchange> {
  const connection = await PrimaryConnection.open(database, NAME);
  try {
    const isNew = !(await hasSchema(connection));
    await ensureSchema(connection);
    await untilReplicated(connection, database.standbys);
    const { rows } = await connection.query<{ exchange: string }>(`select exchange from ${SCHEMA}.leader`);
    const [leader] = rows;
    if (leader === undefined) throw new DatabaseUnusableError("its leader is missing");
    return { exchange: leader.exchange, isNew };
  } finally {
    await connection.close();
  }
}
