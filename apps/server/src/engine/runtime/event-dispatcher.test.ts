import { EVENT } from "@candor/codec/event-record";
import { EventWriter } from "@candor/codec/event-writer";
import type { EventBatch, EventListener } from "@candor/domain/engine-port";
import type { ExchangeEvent } from "@candor/domain/events/events";
import { expect, onTestFinished, test } from "vitest";
import { EventDispatcher, replayTo } from "./event-dispatcher.ts";

/** Two commands: a level with a balance, and a level alone. */
function batch(): EventBatch {
  const out = new EventWriter();
  out.executed(7, 100, 0, 1);
  out.levelChanged(0, 0, 50, 1);
  out.balanceChanged(1, 0, 0, 5, 0);
  out.executed(8, 101, 0, 1);
  out.levelChanged(0, 1, 60, 2);
  return { firstSeq: 7, lastSeq: 8, timeMs: 101, words: out.take() };
}

const LEVELS = [EVENT.levelChanged];

/** Notes what it is given, as name, kind and sequence number. */
const noting = (name: string, kinds: readonly number[], seen: string[]): EventListener => ({
  kinds,
  event: ({ kind, seq, timeMs }) => seen.push(`${name} ${kind} ${seq} ${timeMs}`),
  end: ({ lastSeq }) => seen.push(`${name} ends ${lastSeq}`),
});

/** Collects what surfaces as an uncaught error. */
function uncaught(): unknown[] {
  const errors: unknown[] = [];
  const before = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", (error) => errors.push(error));
  onTestFinished(() => {
    process.removeAllListeners("uncaughtException");
    for (const listener of before) process.on("uncaughtException", listener);
  });
  return errors;
}

test("ENG-01 each listener gets the events of its kinds, all of a batch before the next listener", () => {
  const dispatcher = new EventDispatcher();
  const seen: string[] = [];
  dispatcher.on(noting("a", [EVENT.executed, EVENT.levelChanged], seen));
  const stop = dispatcher.on(noting("b", [EVENT.balanceChanged], seen));
  dispatcher.deliver(batch());
  const ofA = ["a 0 7 100", "a 5 7 100", "a 0 8 101", "a 5 8 101", "a ends 8"];
  expect(seen).toEqual([...ofA, "b 3 7 100", "b ends 8"]);
  stop();
  seen.length = 0;
  dispatcher.deliver(batch());
  expect(seen).toEqual(ofA);
});

test("ENG-01 an event is decoded once for all listeners, and a listener may skip a batch", () => {
  const dispatcher = new EventDispatcher();
  const decoded: ExchangeEvent[] = [];
  const decoding: EventListener = { kinds: LEVELS, event: (event) => decoded.push(event.decode()) };
  dispatcher.on(decoding);
  dispatcher.on(decoding);
  const ends: number[] = [];
  dispatcher.on({
    ...decoding,
    begin: () => false,
    end: ({ lastSeq }) => ends.push(lastSeq),
  });
  dispatcher.deliver(batch());
  expect(decoded).toHaveLength(4);
  expect(decoded[2]).toBe(decoded[0]);
  expect(decoded[3]).toBe(decoded[1]);
  expect(decoded[0]).toMatchObject({ kind: "level-changed", side: "buy", priceTicks: 50 });
  expect(ends).toEqual([8]);
});

test("ENG-01 a listener's error surfaces and ends only its own batch", async () => {
  const errors = uncaught();
  const dispatcher = new EventDispatcher();
  const seen: string[] = [];
  let calls = 0;
  dispatcher.on({
    kinds: LEVELS,
    event: () => {
      calls++;
      throw new Error("a bug");
    },
    end: () => seen.push("never"),
  });
  dispatcher.on(noting("b", LEVELS, seen));
  dispatcher.deliver(batch());
  expect(seen).toEqual(["b 5 7 100", "b 5 8 101", "b ends 8"]);
  expect(calls).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(errors).toEqual([new Error("a bug")]);
});

test("ENG-01 a batch that a listener brings about waits for the present one", () => {
  const dispatcher = new EventDispatcher();
  const seen: string[] = [];
  let isFirst = true;
  dispatcher.on({
    kinds: LEVELS,
    event: () => {
      if (!isFirst) return;
      isFirst = false;
      dispatcher.deliver(batch());
    },
  });
  dispatcher.on(noting("b", [EVENT.balanceChanged], seen));
  dispatcher.deliver(batch());
  expect(seen).toEqual(["b 3 7 100", "b ends 8", "b 3 7 100", "b ends 8"]);
});

test("ENG-01 a listener that stops receives nothing more, no matter which listener stops it", () => {
  for (const stopper of ["itself", "an earlier listener", "a later listener"] as const) {
    const dispatcher = new EventDispatcher();
    const seen: string[] = [];
    const stops: (() => void)[] = [];
    const stopping: EventListener = { kinds: LEVELS, event: () => stops[0]?.() };
    if (stopper === "an earlier listener") dispatcher.on(stopping);
    const stop = dispatcher.on({
      kinds: LEVELS,
      event: ({ seq }) => {
        seen.push(`${seq}`);
        if (stopper === "itself") stop();
      },
      end: () => seen.push("end"),
    });
    stops.push(stop);
    if (stopper === "a later listener") dispatcher.on(stopping);
    dispatcher.on(noting("c", LEVELS, seen));
    dispatcher.deliver(batch());
    const own = { itself: ["7"], "an earlier listener": [], "a later listener": ["7", "8", "end"] }[stopper];
    expect(seen, stopper).toEqual([...own, "c 5 7 100", "c 5 8 101", "c ends 8"]);
    seen.length = 0;
    dispatcher.deliver(batch());
    expect(seen, stopper).toEqual(["c 5 7 100", "c 5 8 101", "c ends 8"]);
  }
});

test("ENG-01 a listener registered while a batch is delivered starts with the next batch", () => {
  const dispatcher = new EventDispatcher();
  const seen: string[] = [];
  let isFirst = true;
  dispatcher.on({
    kinds: LEVELS,
    begin: () => {
      if (isFirst) dispatcher.on(noting("late", LEVELS, seen));
      isFirst = false;
      return true;
    },
    event: () => undefined,
  });
  dispatcher.deliver(batch());
  expect(seen).toEqual([]);
  dispatcher.deliver(batch());
  expect(seen).toEqual(["late 5 7 100", "late 5 8 101", "late ends 8"]);
});

test("ENG-01 a kind that is named twice is delivered once, live and replayed", () => {
  const dispatcher = new EventDispatcher();
  const [live, replayed]: [string[], string[]] = [[], []];
  const twice = [...LEVELS, ...LEVELS];
  dispatcher.on(noting("a", twice, live));
  dispatcher.deliver(batch());
  replayTo(noting("a", twice, replayed), batch());
  expect(live).toEqual(["a 5 7 100", "a 5 8 101", "a ends 8"]);
  expect(replayed).toEqual(live);
});

test("ENG-01 a kept batch is replayed to one listener exactly as it would have been delivered", () => {
  const [delivered, replayed]: [string[], string[]] = [[], []];
  const dispatcher = new EventDispatcher();
  dispatcher.on(noting("a", LEVELS, delivered));
  dispatcher.deliver(batch());
  replayTo(noting("a", LEVELS, replayed), batch());
  expect(replayed).toEqual(delivered);
});

test("ENG-01 listeners of whole batches are served in the same order of registration and of batches", () => {
  const dispatcher = new EventDispatcher();
  const seen: string[] = [];
  let isFirst = true;
  dispatcher.onBatch(({ firstSeq }) => seen.push(`first ${firstSeq}`));
  dispatcher.on({
    kinds: LEVELS,
    event: () => {
      if (!isFirst) return;
      isFirst = false;
      dispatcher.deliver({ ...batch(), firstSeq: 9 });
    },
  });
  const stop = dispatcher.onBatch(({ firstSeq }) => seen.push(`last ${firstSeq}`));
  dispatcher.deliver(batch());
  expect(seen).toEqual(["first 7", "last 7", "first 9", "last 9"]);
  stop();
  dispatcher.deliver(batch());
  expect(seen.slice(4)).toEqual(["first 7"]);
});

test("ENG-01 a broken record surfaces as an error, and later batches are delivered", async () => {
  const errors = uncaught();
  const dispatcher = new EventDispatcher();
  const seen: string[] = [];
  dispatcher.on(noting("a", LEVELS, seen));
  dispatcher.deliver({ ...batch(), words: Float64Array.of(0) });
  dispatcher.deliver(batch());
  expect(seen).toEqual(["a ends 8", "a 5 7 100", "a 5 8 101", "a ends 8"]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(errors).toHaveLength(1);
});
