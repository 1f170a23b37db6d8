import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LIMITS } from "@candor/domain/limits";
import { NO_CHAINS } from "@candor/server/custody/chain/no-chains";
import { dashboardOf } from "@candor/server/edge/console-api/calls/dashboard-calls";
import { userDetailOf, usersNamed } from "@candor/server/edge/console-api/calls/user-calls";
import type { ConsoleExchange } from "@candor/server/edge/console-api/console-ports";
import type { WorkerEngine } from "@candor/server/engine/runtime/worker-engine";
import { Listings } from "@candor/server/market/market-data/listings";
import { IdentityState } from "@candor/server/people/identity/identity-state";
import { searchUsers } from "@candor/server/people/identity/search-users";
import { plainUser } from "@candor/server/people/identity/testing/plain-user";
import { openReadModels } from "@candor/server/records/projections/database";
import { fundRecords } from "@candor/server/records/projections/queries/fund-records";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { openingCommands } from "@candor/simulator/core-flow";
import { sql } from "kysely";
import { observation, startEngine, temporaryHome } from "./engine-world.ts";
import { type BenchResult, figure, quantile } from "./harness.ts";

const USERS = 100_000;
const ENTRIES = 5_000_000;
/** Rows per insert. */
const CHUNK = 500_000;
const COMMANDS_AT_ONCE = 4_096;
const ASKS = 400;
const START_MS = 1_767_225_600_000;
const P95 = 0.95;
/** Delays below this are not noticeable to an operator. */
const MOST_MS = 100;

/**
 * The console's dashboard, user search and user page, with 100,000 users who have balances and 5,000,000 ledger entries
 * in the embedded database. Same setup as on the server: engine in its worker, identity in memory.
 */
export async function* consolePages(): AsyncGenerator<BenchResult> {
  const directory = mkdtempSync(path.join(tmpdir(), "candor-bench-"));
  const { home, remove } = temporaryHome();
  const database = await openReadModels({ kind: "directory", directory });
  const engine = await startEngine(home);
  try {
    await openAccounts(engine);
    await fillEntries(database);
    const exchange = exchangeOf(engine, database);
    const size = `${USERS.toLocaleString("en")} users, ${ENTRIES.toLocaleString("en")} entries`;
    yield await p95(`dashboard, ${size}, p95`, () => dashboardOf(exchange));
    yield await p95("user search by id, p95", (ask) => usersNamed(exchange, String(idOf(ask))));
    yield await p95("user search by a part of a name, p95", (ask) =>
      usersNamed(exchange, `body_${idOf(ask)}`.slice(1)),
    );
    yield await p95("user search that finds nobody, p95", (ask) => usersNamed(exchange, `nobody ${ask}`));
    yield await p95("page of one user, p95", (ask) => userDetailOf(exchange, idOf(ask)));
  } finally {
    await engine.close();
    await database.close();
    remove();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Spread over all users, never the same twice in a row. */
const idOf = (ask: number): number => LIMITS.firstUserId + ((ask * 7_919) % USERS);

async function p95(name: string, ask: (number: number) => Promise<unknown>): Promise<BenchResult> {
  const times: number[] = [];
  for (let number = 0; number < ASKS; number++) {
    const start = performance.now();
    JSON.stringify(await ask(number));
    times.push(performance.now() - start);
  }
  return figure(name, quantile(times, P95), "ms", MOST_MS);
}

async function openAccounts(engine: WorkerEngine): Promise<void> {
  let chunk: Promise<unknown>[] = [];
  for (const command of openingCommands(USERS)) {
    chunk.push(engine.execute(command.kind === "observe-price" ? observation(Date.now()) : command));
    if (chunk.length < COMMANDS_AT_ONCE) continue;
    await Promise.all(chunk);
    chunk = [];
  }
  await Promise.all(chunk);
}

async function fillEntries({ db }: ReadModelDatabase): Promise<void> {
  for (let from = 1; from <= ENTRIES; from += CHUNK) {
    await sql`
      insert into fund_records (user_id, time_ms, record_id, kind, wallet, asset_id, amount_units, after_units,
        fee_units, ref_id, result, margin_market_id)
      select ${LIMITS.firstUserId} + n % ${USERS}, ${START_MS}::bigint + n, n, 6, 1, 0, 5, 5, 0, n, 1, -1
      from generate_series(${from}::bigint, ${from + CHUNK - 1}::bigint) n`.execute(db);
  }
  await sql`analyze fund_records`.execute(db);
}

function exchangeOf(engine: WorkerEngine, { db }: ReadModelDatabase): ConsoleExchange {
  const people = new IdentityState();
  for (let user = 0; user < USERS; user++)
    people.apply({ type: "registered", user: plainUser(LIMITS.firstUserId + user) });
  const listings = new Listings(START_MS);
  for (const [assetId, symbol] of ["BTC", "USDT"].entries())
    listings.addAsset(assetId, { symbol, name: symbol, scale: 6, minTransfer: "0" });
  return {
    alarms: { raised: () => [] },
    chat: { inbox: () => ({ rows: [], waiting: 0, total: 0, next: null }) },
    engine,
    identity: {
      user: (userId) => people.user(userId),
      searchUsers: (text, limit) => searchUsers(people, text, limit),
      closedAccount: () => undefined,
      newestUser: LIMITS.firstUserId + USERS - 1,
      userCount: USERS,
      guesses: () => ({ lastHour: 0, most: 100, isExhausted: false }),
    },
    verification: { levelOf: () => 0, list: () => [], retainedUntilMs: () => undefined },
    withdrawals: { pending: () => [], waiting: () => ({ total: 0, byOperator: 0, oldestAtMs: null }) },
    chains: NO_CHAINS,
    liabilities: { newest: undefined, nextAtMs: 0 },
    listings,
    mirror: { marketBySymbol: () => undefined },
    readModels: { reachedSeq: 0, fundRecords: (filter, limit) => fundRecords(db, filter, limit) },
    site: { current: () => ({ open: true, message: null }) },
    prices: () => ({ kind: "simulated", healthy: true, sources: [], markets: [] }),
    signer: () => Promise.resolve("none"),
    nowMs: Date.now,
  };
}
