import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { EventWriter } from "@candor/codec/event-writer";
import type { EventBatch } from "@candor/domain/engine-port";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { openReadModels } from "@candor/server/records/projections/database";
import type { ProjectorPort } from "@candor/server/records/projections/projector-port";
import { orderHistory } from "@candor/server/records/projections/queries/order-history";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { CoreFlow, openingCommands } from "@candor/simulator/core-flow";
import { FLOWS, makeOrderFlow } from "@candor/simulator/order-flow";
import { type BenchResult, figure, median, quantile, runBench } from "./harness.ts";

const USERS = 1_000;
const START_MS = 1_000_000;
/** Commands per run, and per batch as emitted by the engine. */
const PART_COMMANDS = 20_000;
const BATCH_COMMANDS = 256;
const SINGLE_ROWS = 2_000;
const READS = 200;
const MILLISECOND_NS = 1_000_000;

/**
 * The events of the deep flow, produced by the core for 1,000 users, written to the embedded database by the projector in
 * its thread: orders, trades, fills, fund records and bars, rows together with the checkpoint. The peer is the same database with one insert per
 * row (of a fill, the smallest of these rows) in one transaction.
 */
export async function* projectionsWrite(): AsyncGenerator<BenchResult> {
  const directory = mkdtempSync(path.join(tmpdir(), "candor-bench-"));
  const database = await openReadModels({ kind: "directory", directory });
  try {
    const flow = new Flow();
    const projector = await database.openProjector({});
    await project(projector, flow.opening());
    const blocked: number[] = [];
    const activeMicroseconds: number[] = [];
    const commandRates: number[] = [];
    yield await runBench({
      name: "projecting the deep flow into PGlite",
      unit: "rows/s",
      better: "higher",
      measure: async () => {
        const part = flow.next(PART_COMMANDS);
        const before = projector.written.rows;
        const delay = monitorEventLoopDelay({ resolution: 1 });
        delay.enable();
        const utilization = performance.eventLoopUtilization();
        const start = performance.now();
        await project(projector, part);
        const seconds = (performance.now() - start) / 1_000;
        const { active } = performance.eventLoopUtilization(utilization);
        delay.disable();
        const rows = projector.written.rows - before;
        blocked.push(delay.max / MILLISECOND_NS);
        activeMicroseconds.push((active * 1_000) / rows);
        commandRates.push(PART_COMMANDS / seconds);
        return rows / seconds;
      },
      peer: { name: "one insert a row", measure: () => insertSingly(database), warmUps: 1 },
      warmUps: 1,
    });
    yield figure("commands projected, deep flow", median(commandRates), "commands/s");
    yield figure("main thread while projecting", median(activeMicroseconds), "µs/row");
    yield figure("longest hold of the main thread while projecting", median(blocked), "ms");
    const reads = await readHistories(database);
    yield figure("order history of a user, 20 of many, p50", quantile(reads, 0.5), "ms");
    yield figure("order history of a user, 20 of many, p99", quantile(reads, 0.99), "ms");
    await projector.close();
  } finally {
    await database.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs the flow's commands through a separate exchange and returns batches of events. */
class Flow {
  private readonly flow = new CoreFlow(makeOrderFlow(FLOWS.deep).operations, USERS);
  private readonly machine = machineFactory.create();
  private readonly out = new EventWriter();
  private seq = 0;
  private operation = 0;

  opening(): EventBatch[] {
    const first = this.seq + 1;
    this.out.reset();
    for (const command of openingCommands(USERS))
      this.machine.execute(command, ++this.seq, START_MS, this.out);
    return [{ firstSeq: first, lastSeq: this.seq, timeMs: START_MS, words: this.out.take() }];
  }

  next(commands: number): EventBatch[] {
    const batches: EventBatch[] = [];
    for (let done = 0; done < commands; done += BATCH_COMMANDS) {
      const firstSeq = this.seq + 1;
      this.out.reset();
      for (let i = done; i < Math.min(done + BATCH_COMMANDS, commands); i++)
        this.machine.execute(this.flow.commandAt(this.operation++), ++this.seq, START_MS, this.out);
      batches.push({ firstSeq, lastSeq: this.seq, timeMs: START_MS, words: this.out.take() });
    }
    return batches;
  }
}

/** An engine delivers each batch in its own turn of the event loop. */
async function project(projector: ProjectorPort, batches: readonly EventBatch[]): Promise<void> {
  for (const batch of batches) {
    projector.accept(batch);
    await setImmediate();
  }
  await projector.drain();
}

let singleTradeId = 0;

/** @returns rows per second */
async function insertSingly({ db }: ReadModelDatabase): Promise<number> {
  const start = performance.now();
  await db.transaction().execute(async (tx) => {
    for (let i = 0; i < SINGLE_ROWS; i++) {
      const id = ++singleTradeId;
      await tx
        .insertInto("fills")
        .values({
          user_id: 1,
          time_ms: START_MS,
          trade_id: id,
          market_trade_id: id,
          order_id: id,
          market_id: 0,
          seq: id,
          side: 0,
          maker: true,
          price_ticks: 100_000,
          quantity_lots: 10,
          quote_units: 1_000_000,
          fee_units: 1_000,
          realized_units: 0,
          counterparty_labelled: false,
          lever: false,
          quote_price_e8: 0,
          profit_e4: 0,
          profit_rest_e16: 0,
        })
        .execute();
    }
  });
  return (SINGLE_ROWS * 1_000) / (performance.now() - start);
}

/** @returns milliseconds per read */
async function readHistories({ db }: ReadModelDatabase): Promise<number[]> {
  const users = await db.selectFrom("accounts").select("user_id").limit(READS).execute();
  const times: number[] = [];
  for (const { user_id: userId } of users) {
    const start = performance.now();
    await orderHistory(db, { userId }, 20);
    times.push(performance.now() - start);
  }
  return times;
}
