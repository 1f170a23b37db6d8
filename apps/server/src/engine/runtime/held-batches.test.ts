import { EVENT } from "@candor/codec/event-record";
import { EventWriter } from "@candor/codec/event-writer";
import type { EventBatch, EventListener } from "@candor/domain/engine-port";
import { expect, test } from "vitest";
import { EventDispatcher } from "./event-dispatcher.ts";
import { followFrom } from "./follow-from.ts";
import { HeldBatches } from "./held-batches.ts";

class Batches {
  private readonly subscribers = new Set<(batch: EventBatch) => void>();
  private readonly events = new EventDispatcher();
  /** Subscribers and listeners. */
  followers = 0;

  subscribe(subscriber: (batch: EventBatch) => void): () => void {
    this.subscribers.add(subscriber);
    this.followers++;
    return () => {
      if (this.subscribers.delete(subscriber)) this.followers--;
    };
  }

  on(listener: EventListener): () => void {
    this.followers++;
    const stop = this.events.on(listener);
    return () => {
      this.followers--;
      stop();
    };
  }

  emit(seq: number): void {
    const out = new EventWriter();
    out.executed(seq, 0, 0, 0);
    const batch = { firstSeq: seq, lastSeq: seq, timeMs: 0, words: out.take() };
    this.events.deliver(batch);
    for (const subscriber of this.subscribers) subscriber(batch);
  }
}

/** Notes the sequence number of each command. */
const noting = (seen: unknown[]): EventListener => ({
  kinds: [EVENT.executed],
  event: ({ seq }) => seen.push(seq),
});

test("SRV-08 a late subscriber receives every batch since they were held, once and in order", () => {
  const engine = new Batches();
  const held = new HeldBatches(engine);
  engine.emit(1);
  engine.emit(2);
  const seen: number[] = [];
  const stop = held.on(noting(seen));
  engine.emit(3);
  expect(seen).toEqual([1, 2, 3]);
  stop();
  expect(engine.followers).toBe(0);
});

test("SRV-08 a batch that a late subscriber brings about while it receives the held ones is not lost", () => {
  const engine = new Batches();
  const held = new HeldBatches(engine);
  engine.emit(1);
  engine.emit(2);
  const seen: number[] = [];
  held.on({
    kinds: [EVENT.executed],
    event: ({ seq }) => {
      seen.push(seq);
      if (seq === 1 || seq === 3) engine.emit(seq + 2);
    },
  });
  engine.emit(6);
  expect(seen).toEqual([1, 2, 3, 5, 6]);
});

test("SRV-08 a batch that a follower brings about while it receives the early ones is not lost", async () => {
  const engine = new Batches();
  const seen: number[] = [];
  await followFrom(engine, async () => engine.emit(1), {
    kinds: [EVENT.executed],
    event: ({ seq }) => {
      seen.push(seq);
      if (seq === 1) engine.emit(2);
    },
  });
  engine.emit(3);
  expect(seen).toEqual([1, 2, 3]);
});

test("SRV-08 batches that arrive while a follower loads are applied after it has loaded; after a failed load none are", async () => {
  const engine = new Batches();
  const seen: (number | "loaded")[] = [];
  const load = async (): Promise<void> => {
    engine.emit(1);
    await Promise.resolve();
    engine.emit(2);
    seen.push("loaded");
  };
  const stop = await followFrom(engine, load, noting(seen));
  engine.emit(3);
  stop();
  expect(seen).toEqual(["loaded", 1, 2, 3]);
  const failing = followFrom(engine, () => Promise.reject(new Error("no tables")), noting(seen));
  await expect(failing).rejects.toThrow("no tables");
  expect(engine.followers).toBe(0);
});
