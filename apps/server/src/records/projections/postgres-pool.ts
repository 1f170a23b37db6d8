import { Socket } from "node:net";
import pg from "pg";
import { readInt8 } from "./integer-column.ts";
import { SCHEMA } from "./migrations.ts";
import { PrimaryPool, singleUrls } from "./primary-pool.ts";
import type { DatabaseListener } from "./read-model-database.ts";

/** A start on a busy machine blocks its thread for seconds, during which no answer can be processed. */
export const CONNECT_TIMEOUT_MS = 15_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** A server ends every statement by this timeout, so one that is silent for longer is gone or unreachable. */
export const SILENCE_MS = STATEMENT_TIMEOUT_MS + 5_000;
/** Time after which the system checks idle connections. */
export const KEEP_ALIVE_MS = 10_000;
/** The same with several servers; one that does not answer is skipped. */
const CONNECT_TIMEOUT_OF_SEVERAL_MS = 5_000;
const KEEP_ALIVE_OF_SEVERAL_MS = 1_000;

/** What differs between readers and the projector. */
export interface PoolSettings {
  readonly connections: number;
  /** Silence after which an awaited connection counts as lost. */
  readonly silenceMs: number;
  /** Whether a commit waits for the disk and the standbys. */
  readonly synchronousCommit?: boolean;
}

/** Opens connections to the read models on demand, at whichever server of `url` is the primary. Throws RangeError. */
export function postgresPool(url: string, settings: PoolSettings, listener: DatabaseListener): PrimaryPool {
  const isAlone = singleUrls(url).length === 1;
  const pool = new PrimaryPool(url, (single) => poolOf(single, isAlone, settings, listener));
  pool.reachedSeq = checkpointOf;
  return pool;
}

function poolOf(
  url: string,
  isAlone: boolean,
  { connections, silenceMs, synchronousCommit = true }: PoolSettings,
  listener: DatabaseListener,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: isAlone ? CONNECT_TIMEOUT_MS : CONNECT_TIMEOUT_OF_SEVERAL_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    options: `-c search_path=${SCHEMA} -c jit=off${synchronousCommit ? "" : " -c synchronous_commit=off"}`,
    application_name: "candor",
    keepAlive: true,
    keepAliveInitialDelayMillis: isAlone ? KEEP_ALIVE_MS : KEEP_ALIVE_OF_SEVERAL_MS,
    stream: () => socketWithTimeout(silenceMs),
    types: { getTypeParser },
  });
  pool.on("error", (error) => listener.warned("an idle database connection was lost", error));
  // The pool has no error listener on a connection in use: if it is lost between two statements, it would crash the
  // process.
  pool.on("connect", (client) =>
    client.on("error", (error) => listener.warned("a database connection was lost", error)),
  );
  return pool;
}

async function checkpointOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ seq: number }>("select seq from checkpoint");
  return rows[0]?.seq ?? 0;
}

/** A socket that ends when the other side is silent: only awaited ones can time out, because idle ones end before. */
function socketWithTimeout(silenceMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () =>
    socket.destroy(new Error(`connection terminated: the database was silent for ${silenceMs / 1_000} s`)),
  );
  return socket;
}

function getTypeParser(...[oid, format]: Parameters<typeof pg.types.getTypeParser>): unknown {
  return oid === pg.types.builtins.INT8 && format !== "binary"
    ? readInt8
    : pg.types.getTypeParser(oid, format);
}
