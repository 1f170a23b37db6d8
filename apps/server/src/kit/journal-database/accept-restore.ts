import { DatabaseUnusableError } from "./database-errors.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import { PrimaryConnection } from "./primary-connection.ts";
import { SCHEMA } from "./schema.ts";

const NAME = "candor-restore";
/** More take-overs than can have been lost with what a restore left out: a term must not be given twice. */
const LOST_TERMS = 1_000;

const ACCEPT = `
update ${SCHEMA}.leader set incarnation = gen_random_uuid(), instance = gen_random_uuid(), term = term + ${LOST_TERMS},
  name = '', address = '', since = now()
returning term, coalesce((select max(last_seq) from ${SCHEMA}.frame where journal = 'exchange/journal'), 0) as seq`;

export interface AcceptedRestore {
  readonly term: number;
  /** Last command of the exchange that the database has. */
  readonly seq: number;
}

/**
 * Declares that a database was restored to an earlier state on purpose, and that nodes must give up what they have beyond
 * it. Nodes that still write lose their term.
 */
export async function acceptRestore(database: DatabaseSettings): Promise<AcceptedRestore> {
  const connection = await PrimaryConnection.open(database, NAME);
  try {
    const { rows } = await connection.query<{ term: string; seq: string }>(ACCEPT);
    const [leader] = rows;
    if (leader === undefined) throw new DatabaseUnusableError("its leader is missing");
    return { term: Number(leader.term), seq: Number(leader.seq) };
  } finally {
    await connection.close();
  }
}
