import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { NEWEST_RULES } from "@candor/domain/rules";
import { JournalReader } from "@candor/journal/journal-reader";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { writeInstance } from "../../config/instance.ts";
import { readAuditLog } from "../../kit/durable/audit-log.ts";
import { RecordStore } from "../../kit/durable/record-store.ts";
import { createSealingKey } from "../../kit/durable/sealed-value.ts";
import { exchangeHome } from "../runtime/exchange-home.ts";
import { machineFactory } from "../runtime/exchange-machine.ts";
import { LocalEngine } from "../runtime/local-engine.ts";
import { acceptLoss } from "./accept-loss.ts";
import { checkHome } from "./check-home.ts";
import { inspectHome } from "./inspect-home.ts";
import { type Manifest, manifestFile, readManifest, writeManifest } from "./manifest.ts";
import { StoreKeeper } from "./store-keeper.ts";

const INSTANCE = {
  version: 2,
  createdAtMs: 1,
  mode: "live",
  simulationSeed: 7,
  priceSecret: "00".repeat(16),
  pricesSinceMs: 1,
} as const;

/** A list of words, truncated to the last 20. */
class Words {
  words: string[] = [];
  apply(word: string): void {
    this.words.push(word);
  }
  *dump(): Generator<string> {
    yield* this.words.slice(-20);
  }
}

let home = "";
let keyFile = "";
beforeEach(() => {
  home = mkdtempSync(path.join(MEMORY_DISK, "candor-keeper-"));
  keyFile = path.join(home, "keys", "sealing.key");
  writeInstance(home, INSTANCE);
  createSealingKey(keyFile);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function openWords(name: string, isRewritten = false): RecordStore<string, Words> {
  return RecordStore.open<string, Words>(path.join(home, name), {
    name: "words",
    newState: () => new Words(),
    worthRewriting: () => isRewritten,
    nowMs: Date.now,
    onFailure: (error) => {
      throw error;
    },
  });
}

async function add(name: string, ...words: readonly string[]): Promise<void> {
  const store = openWords(name);
  await Promise.all(words.map((word) => store.commit(word)));
  store.close();
}

function openEngine(): LocalEngine {
  return new LocalEngine({ home: exchangeHome(home), factory: machineFactory, segmentBytes: 1 << 20 });
}

/** Starts and stops the store keeper as a server does. */
async function begin(engine: LocalEngine): Promise<StoreKeeper> {
  return await StoreKeeper.begin({
    home,
    engine,
    checked: checkHome(home, keyFile),
    instance: INSTANCE,
    adoptFiles: () => Promise.resolve(),
    nowMs: Date.now,
    log: { warn: (_details, message) => expect.fail(message) },
  });
}

async function noted(during: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  const engine = openEngine();
  await engine.execute({ kind: "advance-time" });
  const keeper = await begin(engine);
  await during();
  await keeper.close();
  await engine.close();
}

function readSoundManifest(): Manifest {
  const manifest = readManifest(home);
  if (manifest === undefined || manifest === "damaged") throw new Error("the manifest cannot be read");
  return manifest;
}

const problems = (): string[] =>
  inspectHome(home, keyFile).problems.map(({ store, problem }) => `${store}: ${problem}`);

test("STORE-07 a home without notes is believed at its first start, and its stores are missed from then on", async () => {
  const engine = openEngine();
  await engine.execute({ kind: "advance-time" });
  await engine.close();
  await add("chat", "a", "b");
  expect(problems()).toEqual([]);
  expect(readManifest(home)).toBeUndefined();
  await noted();
  expect(problems()).toEqual([]);
  rmSync(path.join(home, "chat"), { recursive: true });
  expect(problems()).toEqual(["chat: it is missing, and had 2 records"]);
});

test("STORE-08 a store may be rewritten repeatedly between two notes; an older generation is rejected", async () => {
  const engine = openEngine();
  await engine.execute({ kind: "advance-time" });
  await add("chat", "a", "b", "c");
  const keeper = await begin(engine);
  const older = path.join(home, "lost");
  cpSync(path.join(home, "chat"), older, { recursive: true });
  for (let round = 0; round < 3; round++) {
    openWords("chat", true).close();
    await add("chat", `word ${round}`);
    expect(problems()).toEqual([]);
  }
  const another = path.join(home, "chat", "generation-000004", "origin.json");
  writeFileSync(another, readFileSync(another, "utf8").replace(/"first":"../, '"first":"zz'));
  expect(problems()).toEqual(["chat: it is a different store: it was not rewritten from the noted one"]);
  await keeper.close();
  await engine.close();
  rmSync(path.join(home, "chat"), { recursive: true });
  renameSync(older, path.join(home, "chat"));
  expect(problems()).toEqual(["chat: it is an older copy: it has generation 1, but generation 4 was noted"]);
});

test("STORE-08 after a kill at any moment a store contains at least its noted records", async () => {
  const engine = openEngine();
  await engine.execute({ kind: "advance-time" });
  const keeper = await begin(engine);
  for (let round = 0; round < 40; round++) {
    const name = ["chat", "identity", "funding/withdrawals"][round % 3] as string;
    await add(name, `word ${round}`);
    if (round % 7 === 6) openWords(name, true).close();
    if (round % 5 === 4) await keeper.noteNow();
    expect(problems(), `round ${round}`).toEqual([]);
  }
  await keeper.close();
  await engine.close();
});

test("STORE-03 a lost or outdated manifest is rebuilt from the exchange's journal", async () => {
  await noted(() => add("chat", "a"));
  rmSync(manifestFile(home));
  expect(inspectHome(home, keyFile).warnings).toEqual([
    "manifest.json is missing; rebuilding it from the exchange's journal",
  ]);
  rmSync(path.join(home, "chat"), { recursive: true });
  expect(problems()).toEqual(["chat: it is missing, and had 1 records"]);
});

test("STORE-03 an older store does not pass with a manifest that was edited to fit it", async () => {
  await noted(() => add("chat", "a"));
  const older = `${home}-older`;
  cpSync(path.join(home, "chat"), older, { recursive: true });
  const before = readSoundManifest().stores.find(({ store }) => store === "chat");
  await noted(() => add("chat", "b"));
  const after = readSoundManifest();
  const stores = after.stores.map((position) => (position.store === "chat" ? before : position));
  rmSync(path.join(home, "chat"), { recursive: true });
  renameSync(older, path.join(home, "chat"));
  for (const edited of [stores, stores.filter((position) => position !== before)]) {
    writeManifest(home, { ...after, stores: edited.filter((position) => position !== undefined) });
    expect(problems()).toEqual(["chat: it has only 1 of its 2 records"]);
    expect(inspectHome(home, keyFile, "all").problems).toHaveLength(1);
  }
});

test("CORE-11 the manifest says by which rules the home was served, running, stopped and in a backup", async () => {
  const engine = openEngine();
  await engine.execute({ kind: "advance-time" });
  const keeper = await begin(engine);
  expect(readSoundManifest().rules).toBe(NEWEST_RULES);
  expect((await keeper.point()).rules).toBe(NEWEST_RULES);
  await keeper.close();
  await engine.close();
  const { rules, running } = readSoundManifest();
  expect({ rules, running }).toEqual({ rules: NEWEST_RULES, running: undefined });
});

test("STORE-04 a loss is accepted once, for the lost records only, and the exchange's journal keeps who accepted it", async () => {
  await noted(() => add("chat", "a", "b"));
  rmSync(path.join(home, "chat"), { recursive: true });
  expect(() => checkHome(home, keyFile)).toThrow(
    /chat: it is missing, and had 2 records\. .*accept-loss chat/,
  );
  const loss = { home, keyFile, operator: "anna", reason: "the disk died", nowMs: Date.now };
  expect(() => acceptLoss({ ...loss, store: "identity-of-nobody" })).toThrow(
    /Problems in this home:\n {2}chat: it is missing/,
  );
  acceptLoss({ ...loss, store: "chat" });
  expect(checkHome(home, keyFile).accepted).toMatchObject([
    { store: "chat", operator: "anna", before: 2, after: 0 },
  ]);
  await noted(() => add("chat", "c"));
  expect(checkHome(home, keyFile).accepted).toEqual([]);
  rmSync(path.join(home, "chat"), { recursive: true });
  expect(problems()).toEqual(["chat: it is missing, and had 1 records"]);
});

test("STORE-04 the loss of the audit log is the first entry of the new one; a truncated store continues from its end", async () => {
  await noted(async () => {
    await add("chat", "a");
    await add("chat", "b");
  });
  acceptLoss({
    home,
    keyFile,
    store: "identity",
    operator: "anna",
    reason: "to have a log",
    nowMs: Date.now,
  });
  await noted();
  rmSync(path.join(home, "audit"), { recursive: true });
  truncateSync(path.join(home, "chat", "generation-000001", "00000001.journal"), 300);
  expect(problems().sort()).toEqual([
    "audit: it is missing, and had 1 records",
    expect.stringMatching(/^chat: journal damaged: the file was cut: it has 300 of its 1048576 bytes/),
  ]);
  const loss = { home, keyFile, operator: "anna", reason: "fire", nowMs: Date.now };
  acceptLoss({ ...loss, store: "audit" });
  expect(acceptLoss({ ...loss, store: "chat" }).join("\n")).toMatch(
    /was truncated at byte 300.*a copy is in .*lost/,
  );
  const entries: string[] = [];
  readAuditLog(home, ({ action, target }) => entries.push(`${action} ${target}`));
  expect(entries).toEqual(["accept-loss audit", "accept-loss chat"]);
  await noted();
  expect(problems()).toEqual([]);
  const store = openWords("chat");
  expect(store.state.words).toEqual(["a"]);
  store.close();
});

test("STORE-04 instance.json is restored from the manifest; a home without a recorded mode is rejected", async () => {
  await noted(() => add("chat", "a"));
  rmSync(path.join(home, "instance.json"));
  expect(problems()).toEqual(["instance.json: it is missing, and it records the mode of this home"]);
  acceptLoss({ home, keyFile, store: "instance.json", operator: "anna", reason: "gone", nowMs: Date.now });
  expect(problems()).toEqual([]);
  rmSync(path.join(home, "instance.json"));
  rmSync(manifestFile(home));
  const loss = { home, keyFile, store: "instance.json", operator: "anna", reason: "gone", nowMs: Date.now };
  expect(() => acceptLoss(loss)).toThrow(/nothing else records the mode/);
});

test("STORE-01 a home with people but without its sealing key is rejected, and no new key is created", async () => {
  await noted(() => add("identity", "a"));
  rmSync(keyFile);
  expect(problems()).toEqual([expect.stringMatching(/^keys\/sealing\.key: it is missing/)]);
});

/** Zeroes a journal's file from frame `number` on, as if nothing had been written there. */
function zeroFrom(directory: string, name: string, number: number): void {
  let at = 0;
  new JournalReader(directory, name).read((frame) => {
    if (frame.frameNumber === number) at = frame.offset;
  });
  expect(at).toBeGreaterThan(0);
  const file = path.join(directory, "00000001.journal");
  writeFileSync(file, readFileSync(file).fill(0, at));
}

test("STORE-01 an end that is gone at a frame's boundary is missed, in a side store and in the exchange's journal", async () => {
  await noted(async () => {
    await add("chat", "a");
    await add("chat", "b");
  });
  const chat = path.join(home, "chat", "generation-000001");
  const whole = readFileSync(path.join(chat, "00000001.journal"));
  zeroFrom(chat, "words", 2);
  expect(problems()).toEqual(["chat: it has only 1 of its 2 records"]);
  writeFileSync(path.join(chat, "00000001.journal"), whole);
  expect(problems()).toEqual([]);
  zeroFrom(exchangeHome(home).journalDirectory, "exchange", 2);
  expect(problems()).toEqual(["exchange: it has only 1 of its 2 records"]);
});
