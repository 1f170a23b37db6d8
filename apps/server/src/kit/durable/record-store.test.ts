import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type RecordedState, RecordStore } from "./record-store.ts";

interface Set {
  readonly name: string;
  readonly value: number;
}

/** Keeps the last value of each name. */
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

  rewritten(): void {
    this.outdated = 0;
  }
}

let home: string;
let failures: Error[];
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "candor-record-store-"));
  failures = [];
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const open = (name = "values", directory = path.join(home, "log"), outdatedNow = Number.POSITIVE_INFINITY) =>
  RecordStore.open<Set, Values>(directory, {
    name,
    newState: () => new Values(),
    found: () => ({ name: "founded", value: 0 }),
    worthRewriting: ({ outdated }) => outdated > 10_000,
    worthRewritingNow: ({ outdated }) => outdated > outdatedNow,
    nowMs: Date.now,
    onFailure: (error) => failures.push(error),
  });

test("DURA-01 a deferrable record is written with the next urgent one, and none is lost at the end", async () => {
  const log = open();
  const patient = log.commit({ name: "a", value: 1 }, 60_000);
  await Promise.all([patient, log.commit({ name: "b", value: 2 })]);
  const last = log.commit({ name: "c", value: 3 }, 60_000);
  log.close();
  await last;
  const again = open();
  expect([...again.state.values.keys()]).toEqual(["founded", "a", "b", "c"]);
  again.close();
});

test("DURA-01 acknowledged records are present after the next opening, in order", async () => {
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

test("DURA-01 records committed without waiting are written when the log is closed", () => {
  const log = open();
  void log.commit({ name: "a", value: 7 });
  log.close();
  const again = open();
  expect(again.state.values.get("a")).toBe(7);
  again.close();
});

test("DURA-01 a second opener and another log's directory are rejected", () => {
  const log = open();
  expect(() => open()).toThrow();
  log.close();
  expect(() => open("others")).toThrow();
});

test("DURA-02 a log of mostly outdated records is rewritten, and an interrupted rewrite is discarded", async () => {
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

const generations = () =>
  readdirSync(path.join(home, "log"))
    .filter((name) => name.startsWith("generation"))
    .sort();

test("DURA-03 a log in use is rewritten step by step without losing records committed meanwhile", async () => {
  const log = open("values", undefined, 2_000);
  for (let i = 0; i < 3_000; i++) void log.commit({ name: `n${i}`, value: i });
  for (let round = 0; round < 40; round++) {
    const names = Array.from({ length: 300 }, (_, i) => `n${(round * 71 + i * 13) % 3_000}`);
    await Promise.all(names.map((name) => log.commit({ name, value: round })));
  }
  const expected = new Map(log.state.values);
  const [first = ""] = generations();
  expect(Number(first.slice(-6))).toBeGreaterThanOrEqual(2);
  log.close();
  const again = open();
  expect(new Map(again.state.values)).toEqual(expected);
  expect(generations()).toHaveLength(1);
  again.close();
  expect(failures).toEqual([]);
});

test("DURA-03 a rewriting that was interrupted leaves the generation before it in force", async () => {
  const log = open();
  for (let i = 0; i < 2_000; i++) void log.commit({ name: `n${i}`, value: i });
  await log.commit({ name: "last", value: 1 });
  const rewriting = log.rewriteNow();
  await log.commit({ name: "meanwhile", value: 2 });
  expect(generations()).toEqual(["generation-000001", "generation-000002", "generation-000002.unfinished"]);
  log.close();
  await rewriting;
  const again = open();
  expect(generations()).toEqual(["generation-000001"]);
  expect([again.state.values.get("n1999"), again.state.values.get("meanwhile")]).toEqual([1_999, 2]);
  again.close();
});

test("DURA-03 a requested rewrite removes outdated records from the disk, including pending ones", async () => {
  const log = open();
  await log.commit({ name: "secret-7", value: 1 });
  log.state.values.delete("secret-7");
  void log.commit({ name: "kept", value: 2 });
  await Promise.all([log.rewriteNow(), log.commit({ name: "later", value: 3 }), log.rewriteNow()]);
  expect(generations()).toEqual(["generation-000003"]);
  const directory = path.join(home, "log", "generation-000003");
  const files = readdirSync(directory).map((name) => readFileSync(path.join(directory, name)));
  expect(files.some((bytes) => bytes.includes("kept"))).toBe(true);
  expect(files.some((bytes) => bytes.includes("secret-7"))).toBe(false);
  log.close();
  const again = open();
  expect([...again.state.values]).toEqual([
    ["founded", 0],
    ["kept", 2],
    ["later", 3],
  ]);
  again.close();
});
