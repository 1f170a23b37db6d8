import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LAYOUT } from "@candor/codec/event-layouts";
import { EventCursor } from "@candor/codec/event-reader";
import { EVENT } from "@candor/codec/event-record";
import type { EventBatch } from "@candor/domain/engine-port";
import type { DatabaseLocation } from "@candor/server/records/projections/database";
import { Projector } from "@candor/server/records/projections/projector";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { BASELINE_ONLY } from "@candor/server/records/projections/wasm-compiler";
import { expect, onTestFinished, test } from "vitest";
import { type Adapter, describeAdapters, type Place } from "../support/projections/adapters.ts";
import { contentOf } from "../support/projections/tables-content.ts";
import { DAY_COMMANDS, DAY_SEED, DAY_USERS } from "./kill-day.ts";
import { openedExchange, randomOf, trade } from "./random-day.ts";

const TARGET = path.join(import.meta.dirname, "kill-target.ts");
const KILLS = 4;

/**
 * Lets the target work until shortly after `seq`, then kills it.
 * @returns its last reported progress
 */
async function runAndKill(location: DatabaseLocation, seq: number, longerMs: number): Promise<number> {
  const child = spawn(process.execPath, [...BASELINE_ONLY, TARGET, JSON.stringify(location)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  let reached = 0;
  const far = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      for (const line of chunk.toString().trimEnd().split("\n")) reached = Number(line);
      if (reached >= seq) resolve();
    });
  });
  await Promise.race([far, exited]);
  await sleep(longerMs);
  child.kill("SIGKILL");
  await exited;
  return reached;
}

function killedDay(): EventBatch {
  const exchange = openedExchange(DAY_USERS);
  trade(exchange, DAY_COMMANDS, DAY_USERS, randomOf(DAY_SEED));
  return exchange.batch();
}

let undisturbed: Promise<Record<string, unknown[]>> | undefined;

/** Result of a run without kills: the same in both databases, so it is computed once. */
async function projectUndisturbed(adapter: Adapter): Promise<Record<string, unknown[]>> {
  const database = await adapter.emptied();
  const projector = await Projector.open(database);
  projector.accept(killedDay());
  await projector.drain();
  await projector.close();
  return await contentOf(database.db);
}

/** After a kill the server may still be closing the dead writer's session. */
async function reopen(place: Place): Promise<ReadModelDatabase> {
  for (let tries = 0; ; tries++) {
    try {
      return await place.open();
    } catch (error) {
      if (tries === 3_000) throw error;
      await sleep(20);
    }
  }
}

describeAdapters("killed while writing", (adapter) => {
  test("READ-28 after kill -9 at random moments the rows are exactly those of the checkpoint", {
    timeout: 240_000,
  }, async () => {
    const day = killedDay();
    const expected = await (undisturbed ??= projectUndisturbed(adapter));

    const place = await adapter.newPlace();
    const seed = Date.now() % 1_000_000;
    const random = randomOf(seed);
    const checkpoints: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const target = Math.floor((day.lastSeq * (kill + random(100) / 100)) / (KILLS + 1));
      const reachedSeq = await runAndKill(place.location, target, random(10));
      const database = await reopen(place);
      expect(database.discarded).toBeUndefined();
      const { seq } = await database.db.selectFrom("checkpoint").select("seq").executeTakeFirstOrThrow();
      expect(seq, "what was written stays").toBeGreaterThanOrEqual(reachedSeq);
      const trades = await database.db.selectFrom("trades").select("seq").orderBy("trade_id").execute();
      expect(trades.map((row) => row.seq)).toEqual(
        tradeSeqs(day.words).filter((tradeSeq) => tradeSeq <= seq),
      );
      const late = await database.db
        .selectFrom("orders")
        .select("order_id")
        .where("changed_seq", ">", seq)
        .execute();
      expect(late).toEqual([]);
      await database.close();
      checkpoints.push(seq);
    }
    process.stdout.write(
      `${adapter.name}: killed at ${checkpoints.join(", ")} of ${day.lastSeq} (seed ${seed})\n`,
    );
    expect(checkpoints.some((seq) => seq > 0 && seq < day.lastSeq)).toBe(true);
    const database = await reopen(place);
    onTestFinished(() => database.close());
    const projector = await Projector.open(database);
    projector.accept(day);
    await projector.drain();
    await projector.close();
    expect(await contentOf(database.db)).toEqual(expected);
  });
});

/** Returns the sequence number of each trade's command. */
function tradeSeqs(words: Float64Array): number[] {
  const seqs: number[] = [];
  let seq = 0;
  const cursor = new EventCursor(words);
  while (cursor.next()) {
    if (cursor.kind === EVENT.executed) seq = cursor.field(LAYOUT.executed.at.seq);
    if (cursor.kind === EVENT.tradeMade) seqs.push(seq);
  }
  return seqs;
}
