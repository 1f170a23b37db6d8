import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type RecordedState, RecordStore } from "./record-store.ts";

interface Set {
  readonly name: string;
  readonly value: number;
}

/** The last value of each name. */
class Values implements RecordedState<Set> {
  readonly values = new Map<string, number>();
  outdated = 0;

  apply({ name, value }: Set): void {
    if (this.values.has(name)) this.outdated++;
    this.values.set(name, value);
  }

  *dump(): Iterable<Set> {
    for (const [name, value] of this.values) yield { name, value };
  }
}

let home: string;
let failures: Error[];
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "candor-record-store-"));
  failures = [];
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const open = (name = "values", directory = path.join(home, "log")) =>
  RecordStore.open<Set, Values>(directory, {
    name,
    newState: () => new Values(),
    found: () => ({ name: "founded", value: 0 }),
    worthRewriting: ({ outdated }) => outdated > 10_000,
    nowMs: Date.now,
    onFailure: (error) => failures.push(error),
  });

test("DURA-01 what was promised is there after the next opening, in its order", async () => {
  const log = open();
  await Promise.all([
    log.commit({ name: "a", value: 1 }),
    log.commit({ name: "b", value: 2 }),
    log.commit({ name: "a", value: 3 }),
  ]);
  log.close();
  const again = open();
  expect([...again.state.values]).toEqual([
    ["founded", 0],
    ["a", 3],
    ["b", 2],
  ]);
  again.close();
  expect(failures).toEqual([]);
});

test("DURA-01 what was committed without waiting is written when the log is closed", () => {
  const log = open();
  void log.commit({ name: "a", value: 7 });
  log.close();
  const again = open();
  expect(again.state.values.get("a")).toBe(7);
  again.close();
});

test("DURA-01 a second opener and another log's directory are refused", () => {
  const log = open();
  expect(() => open()).toThrow();
  log.close();
  expect(() => open("others")).toThrow();
});

test("DURA-02 a log of mostly outdated records is written anew, and an interrupted rewriting is forgotten", async () => {
  const log = open();
  for (let value = 0; value < 30_000; value += 1_000) {
    await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => log.commit({ name: `n${i % 7}`, value: value + i })),
    );
  }
  const before = new Map(log.state.values);
  log.close();
  mkdirSync(path.join(home, "log", "generation-000002.new"));
  const rewritten = open();
  expect(new Map(rewritten.state.values)).toEqual(before);
  expect(rewritten.state.outdated).toBe(0);
  expect(readdirSync(path.join(home, "log")).filter((name) => name.startsWith("generation"))).toEqual([
    "generation-000002",
  ]);
  await rewritten.commit({ name: "n0", value: -1 });
  rewritten.close();
  const again = open();
  expect(again.state.values.get("n0")).toBe(-1);
  expect(again.state.values.size).toBe(8);
  again.close();
  expect(existsSync(path.join(home, "log", "generation-000001"))).toBe(false);
});
