import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { EventWriter } from "@candor/codec/event-writer";
import type { Command } from "@candor/domain/commands/commands";
import { LIMITS } from "@candor/domain/limits";
import type { Lots, Ticks, Units } from "@candor/money/brand";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { openReadModels } from "@candor/server/records/projections/database";
import type { ProjectorPort } from "@candor/server/records/projections/projector-port";
import { closedPositions } from "@candor/server/records/projections/queries/closed-positions";
import { fundRecords } from "@candor/server/records/projections/queries/fund-records";
import { profitHistory } from "@candor/server/records/projections/queries/profit-history";
import { profitHoldings } from "@candor/server/records/projections/queries/profit-holdings";
import { statement } from "@candor/server/records/projections/queries/statement";
import { LIMIT_ORDER, openingCommands } from "@candor/simulator/core-flow";
import { observation } from "./engine-world.ts";
import { type BenchResult, figure, quantile } from "./harness.ts";

const TRADES = 200_000;
const DAYS = 365;
const DAY_MS = 86_400_000;
const FIRST_DAY = 20_000;
const MAKER = LIMITS.firstUserId;
const TRADER = MAKER + 2;
/** What the trader begins with: 10 million USDT and 1 BTC. */
const FUNDS = [10_000_000_000_000, 100_000_000] as const;
const LOTS = 10;
const PRICE_TICKS = 100_000;
const PRICE_STEPS = 1_000;
const ASKS = 200;
const P95 = 0.95;
/** Delays below this are not noticeable. */
const MOST_MS = 50;
/** A statement is a page opened by hand, which reads every record of its month. */
const MOST_STATEMENT_MS = 150;

/**
 * Profit and loss of a user with 200,000 spot trades over a year, in the embedded database, written by the projector
 * from the core's events. The peer of each view is the first page of the same user's fund records.
 */
export async function* profitViews(): AsyncGenerator<BenchResult> {
  const directory = mkdtempSync(path.join(tmpdir(), "candor-bench-"));
  const database = await openReadModels({ kind: "directory", directory });
  try {
    const projector = await database.openProjector({});
    await fill(projector);
    const { db } = database;
    const { count } = await db
      .selectFrom("fills")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("user_id", "=", TRADER)
      .executeTakeFirstOrThrow();
    if (count !== TRADES) throw new Error(`expected ${TRADES} trades, found ${count}`);
    const lastDay = FIRST_DAY + DAYS - 1;
    const trades = `${TRADES.toLocaleString("en")} trades`;
    yield await p95(`fund records, 20 of a user with ${trades}, p95`, () =>
      fundRecords(db, { userId: TRADER }, 20),
    );
    yield await p95(`profit by day, 30 days, ${trades}, p95`, () =>
      profitHistory(db, TRADER, lastDay - 29, lastDay),
    );
    yield await p95(`profit by day, a year, ${trades}, p95`, () =>
      profitHistory(db, TRADER, FIRST_DAY, lastDay),
    );
    yield await p95(
      `statement of 31 days, ${trades}, p95`,
      () => statement(db, TRADER, lastDay - 30, lastDay),
      MOST_STATEMENT_MS,
    );
    yield await p95(`holdings with average cost and FIFO, ${trades}, p95`, () => profitHoldings(db, TRADER));
    yield await p95(`closed positions, 20, ${trades}, p95`, () =>
      closedPositions(db, { userId: TRADER }, 20),
    );
    await projector.close();
  } finally {
    await database.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function p95(name: string, read: () => Promise<unknown>, mostMs = MOST_MS): Promise<BenchResult> {
  const times: number[] = [];
  for (let ask = 0; ask < ASKS; ask++) {
    const start = performance.now();
    await read();
    times.push(performance.now() - start);
  }
  return figure(name, quantile(times, P95), "ms", mostMs);
}

/** Each day the trader buys and sells in turn, from and to one maker, at prices that move. */
async function fill(projector: ProjectorPort): Promise<void> {
  const machine = machineFactory.create();
  const out = new EventWriter();
  let seq = 0;
  let firstSeq = 1;
  const send = async (commands: Iterable<Command>, timeMs: number): Promise<void> => {
    for (const command of commands) machine.execute(command, ++seq, timeMs, out);
    projector.accept({ firstSeq, lastSeq: seq, timeMs, words: out.take() });
    out.reset();
    firstSeq = seq + 1;
    await projector.room();
    await setImmediate();
  };
  await send(opening(), FIRST_DAY * DAY_MS);
  for (let day = 0; day < DAYS; day++) {
    const nowMs = (FIRST_DAY + day) * DAY_MS;
    const [from, to] = [day, day + 1].map((each) => Math.floor((TRADES * each) / DAYS));
    await send(tradesOf(from as number, to as number, nowMs), nowMs);
  }
  await projector.drain();
}

function* opening(): Generator<Command> {
  for (const command of openingCommands(2))
    if (command.kind === "observe-price") yield observation(FIRST_DAY * DAY_MS);
    // The maker has half of what can exist, so that the trader can get some.
    else if (command.kind === "deposit" || command.kind === "transfer")
      yield { ...command, amountUnits: Math.floor(command.amountUnits / 2) as Units };
    else yield command;
  yield { kind: "open-account", userId: TRADER, role: "trader" };
  for (const [assetId, amount] of FUNDS.entries()) {
    const common = { userId: TRADER, assetId, amountUnits: amount as Units, key: "" } as const;
    yield { kind: "deposit", origin: "faucet", ...common };
    yield { kind: "transfer", from: "main", to: "coin", ...common };
  }
}

function* tradesOf(from: number, to: number, nowMs: number): Generator<Command> {
  yield observation(nowMs);
  for (let trade = from; trade < to; trade++) {
    const side = trade % 2 === 0 ? "buy" : "sell";
    const common = {
      kind: "place-order",
      ...LIMIT_ORDER,
      marketId: 0,
      quoteUnits: 0 as Units,
      quantityLots: LOTS as Lots,
      priceTicks: (PRICE_TICKS + (trade % PRICE_STEPS)) as Ticks,
    } as const;
    yield { ...common, userId: MAKER, side: side === "buy" ? "sell" : "buy" };
    yield { ...common, userId: TRADER, side };
  }
}
