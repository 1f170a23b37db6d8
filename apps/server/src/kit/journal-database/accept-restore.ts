import { DatabaseUnusableError } from "./database-errors.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import { hasSchema } from "./lead.ts";
import { PrimaryConnection } from "./primary-connection.ts";
import { untilReplicated } from "./replication-proof.ts";
import { assertNoNodes } from "./running-writers.ts";
import { EXCHANGE_JOURNAL_PATH, SCHEMA } from "./schema.ts";

const NAME = "candor-restore";
/** More take-overs than can have been lost with what a restore left out: a term must not be given twice. */
const LOST_TERMS = 1_000;

const LAST_SEQ = `select max(last_seq) from ${SCHEMA}.frame where journal = '${EXCHANGE_JOURNAL_PATH}'`;
const ACCEPT = `
update ${SCHEMA}.leader set incarnation = gen_random_uuid(), instance = gen_random_uuid(), term = term + ${LOST_TERMS},
  name = '', address = '', since = now()
returning term, (${LAST_SEQ}) as seq`;

export interface AcceptedRestore {
  readonly term: number;
  /** Last command of the exchange that the database has. */
  readonly seq: number;
}

/**
 * Declares that a database was restored to an earlier state on purpose, and that nodes must give up what they have beyond
 * it. Throws ExchangeRunningError while a node uses the database, and DatabaseUnusableError if it has no exchange. Nothing is
 * changed then.
 */
export async function acceptRestore(database: DatabaseSettings): Promise<AcceptedRestore> {
  const connection = await PrimaryConnection.open(database, NAME);
  try {
    await assertNoNodes(connection);
    await assertExchange(connection);
    const { rows } = await connection.query<{ term: string; seq: string }>(ACCEPT);
    const [leader] = rows;
    if (leader === undefined) throw new DatabaseUnusableError("its leader is missing");
    await untilReplicated(connection, database.standbys);
    return { term: Number(leader.term), seq: Number(leader.seq) };
  } finally {
    await connection.close();
  }
}

async function assertExchange(connection: PrimaryConnection): Promise<void> {
  if (await hasSchema(connection)) {
    const { rows } = await connection.query<{ max: string | null }>(LAST_SEQ);
    if (Number(rows[0]?.max ?? 0) > 0) return;
  }
  throw new DatabaseUnusableError("it has no exchange; CANDOR_JOURNAL_URL must name the restored database");
}
