import type { EventBatch } from "@candor/domain/engine-port";
import { expect, test } from "vitest";
import { followFrom } from "./follow-from.ts";
import { HeldBatches } from "./held-batches.ts";

class Batches {
  readonly listeners = new Set<(batch: EventBatch) => void>();

  subscribe(listener: (batch: EventBatch) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(seq: number): void {
    const batch = { firstSeq: seq, lastSeq: seq, timeMs: 0, words: new Float64Array(0) };
    for (const listener of this.listeners) listener(batch);
  }
}

test("SRV-08 a late subscriber receives every batch since they were held, once and in order", () => {
  const engine = new Batches();
  const held = new HeldBatches(engine);
  engine.emit(1);
  engine.emit(2);
  const seen: number[] = [];
  const stop = held.subscribe(({ lastSeq }) => seen.push(lastSeq));
  engine.emit(3);
  expect(seen).toEqual([1, 2, 3]);
  stop();
  expect(engine.listeners.size).toBe(0);
});

test("SRV-08 what arrives while a follower loads is applied after it has loaded; a failed load follows nothing", async () => {
  const engine = new Batches();
  const seen: (number | "loaded")[] = [];
  const load = async (): Promise<void> => {
    engine.emit(1);
    await Promise.resolve();
    engine.emit(2);
    seen.push("loaded");
  };
  const stop = await followFrom(engine, load, ({ lastSeq }) => seen.push(lastSeq));
  engine.emit(3);
  stop();
  expect(seen).toEqual(["loaded", 1, 2, 3]);
  const failing = followFrom(
    engine,
    () => Promise.reject(new Error("no tables")),
    () => undefined,
  );
  await expect(failing).rejects.toThrow("no tables");
  expect(engine.listeners.size).toBe(0);
});
