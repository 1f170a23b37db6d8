import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseSettings } from "./database-settings.ts";
import { PrimaryConnection } from "./primary-connection.ts";
import { EARLIER_WRITERS, NODE_SESSIONS, READER_NAME } from "./schema.ts";

/** How long sessions of nodes that were just stopped may take to end. */
const END_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 100;

/** Nodes of the exchange use the database, so nothing else may. */
class ExchangeRunningError extends Error {
  constructor(nodes: readonly string[]) {
    super(`the exchange in this database is running (${nodes.join(", ")}); stop all of its nodes first`);
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

/**
 * Throws ExchangeRunningError while any node of the exchange uses the database, also one that only stands by: it could take
 * over at any time.
 */
export async function assertNoNodes(connection: PrimaryConnection): Promise<void> {
  const deadlineMs = performance.now() + END_WITHIN_MS;
  for (;;) {
    const { rows } = await connection.query<{ node: string }>(
      `select distinct application_name || coalesce(' at ' || host(client_addr), '') as node
       from pg_stat_activity where ${NODE_SESSIONS} order by node`,
    );
    if (rows.length === 0) return;
    if (performance.now() > deadlineMs) throw new ExchangeRunningError(rows.map(({ node }) => node));
    await sleep(LOOK_EVERY_MS);
  }
}

/** The same on a connection of its own. */
export async function assertStopped(database: DatabaseSettings): Promise<void> {
  const connection = await PrimaryConnection.open(database, READER_NAME);
  try {
    await assertNoNodes(connection);
  } finally {
    await connection.close();
  }
}
