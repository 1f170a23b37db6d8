import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { listSegments, segmentFile } from "@candor/journal/segment";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MEMORY_DISK } from "../../../../../../test/support/memory-disk.ts";
import { writeInstance } from "../../../config/instance.ts";
import { digestOf } from "../../../kit/durable/file-keeper.ts";
import { RecordStore } from "../../../kit/durable/record-store.ts";
import { createSealingKey } from "../../../kit/durable/sealed-value.ts";
import { exchangeHome } from "../../runtime/exchange-home.ts";
import { LocalEngine } from "../../runtime/local-engine.ts";
import { machineFactory, tally } from "../../runtime/testing/tally-machine.ts";
import { acceptLoss } from "../accept-loss.ts";
import { adoptSingleFiles } from "../adopt-files.ts";
import { checkHome } from "../check-home.ts";
import { FileRegister } from "../file-register.ts";
import { inspectHome } from "../inspect-home.ts";
import { readManifest } from "../manifest.ts";
import { StoreKeeper } from "../store-keeper.ts";
import { type Backup, backupHome, prepareTarget } from "./backup-home.ts";

const INSTANCE = {
  version: 2,
  createdAtMs: 1,
  mode: "live",
  simulationSeed: 7,
  priceSecret: "00".repeat(16),
  pricesSinceMs: 1,
} as const;

class Words {
  words: string[] = [];
  apply(word: string): void {
    this.words.push(word);
  }
  *dump(): Generator<string> {
    yield* this.words;
  }
}

/** A home with a running engine, two stores, registered files and a store keeper, as in a server. */
class LivingHome {
  readonly engine: LocalEngine;
  readonly chat: RecordStore<string, Words>;
  readonly signer: RecordStore<string, Words>;
  readonly files: FileRegister;
  readonly keeper: StoreKeeper;

  private constructor(parts: Pick<LivingHome, "engine" | "chat" | "signer" | "files">, keeper: StoreKeeper) {
    ({ engine: this.engine, chat: this.chat, signer: this.signer, files: this.files } = parts);
    this.keeper = keeper;
  }

  static async open(where: string): Promise<LivingHome> {
    const keyFile = keyOf(where);
    const onFailure = (error: Error): void => {
      throw error;
    };
    const checked = checkHome(where, keyFile);
    const engine = openEngine(where);
    await engine.execute(tally(1, 1));
    const files = FileRegister.open({ home: where, nowMs: Date.now, onFailure });
    const openWords = (name: string) =>
      RecordStore.open<string, Words>(path.join(where, name), {
        name: "words",
        newState: () => new Words(),
        worthRewriting: () => false,
        nowMs: Date.now,
        onFailure,
      });
    const parts = { engine, files, chat: openWords("chat"), signer: openWords("signer/journal") };
    const keeper = await StoreKeeper.begin({
      home: where,
      engine,
      checked,
      instance: INSTANCE,
      adoptFiles: () => adoptSingleFiles(where, keyFile, files),
      nowMs: Date.now,
      log: { warn: (_details, message) => expect.fail(message) },
    });
    return new LivingHome(parts, keeper);
  }

  /** Writes a picture and registers it, as uploads are. */
  async picture(name: string, content: string): Promise<void> {
    mkdirSync(path.join(home, "uploads"), { recursive: true });
    writeFileSync(path.join(home, "uploads", name), content);
    await this.files.keep(`uploads/${name}`, digestOf(Buffer.from(content)));
  }

  async erase(name: string): Promise<void> {
    await this.files.drop(`uploads/${name}`);
    rmSync(path.join(home, "uploads", name));
  }

  async close(): Promise<void> {
    for (const store of [this.chat, this.signer, this.files]) store.close();
    await this.keeper.close();
    await this.engine.close();
  }
}

const keyOf = (where: string): string => path.join(where, "keys", "sealing.key");
const openEngine = (where: string): LocalEngine =>
  new LocalEngine({ home: exchangeHome(where), factory: machineFactory, segmentBytes: 1 << 16 });

let root = "";
let home = "";
let target = "";
let living: LivingHome | undefined;
beforeEach(async () => {
  root = mkdtempSync(path.join(MEMORY_DISK, "candor-backup-"));
  home = path.join(root, "home");
  target = path.join(root, "backup");
  writeInstance(home, INSTANCE);
  createSealingKey(keyOf(home));
  mkdirSync(path.join(home, "signer"));
  writeFileSync(path.join(home, "signer", "seed"), "twelve words");
  living = await LivingHome.open(home);
});
afterEach(async () => {
  await living?.close();
  living = undefined;
  rmSync(root, { recursive: true, force: true });
});

const there = (): LivingHome => living ?? expect.fail("the home is closed");

/** @param between runs after the first point was taken, before anything of it is copied */
function backUp(
  between: () => Promise<void> = () => Promise.resolve(),
  withSeed = true,
  since?: string,
): Promise<Backup> {
  let taken = 0;
  const takePoint = async () => {
    const point = await there().keeper.point();
    if (taken++ === 0) await between();
    return point;
  };
  prepareTarget(home, target);
  return backupHome({ home, keyFile: keyOf(home), target, withSeed, since, takePoint });
}

const problems = (): string[] =>
  inspectHome(target, keyOf(target), "all").problems.map(({ store, problem }) => `${store}: ${problem}`);

/** Starts and stops on the copy. @returns the sum of user 1, and the words in its chat */
async function lifeOnCopy(): Promise<{
  readonly sum: number | undefined;
  readonly words: readonly string[];
}> {
  const copy = await LivingHome.open(target);
  const { balances } = await copy.engine.accountView(1);
  const { words } = copy.chat.state;
  await copy.close();
  return { sum: balances[0]?.availableUnits, words };
}

test("BACK-01 a copy has all that was acknowledged before the point, and nothing later", async () => {
  const { engine, chat } = there();
  for (let i = 0; i < 3_000; i++) await engine.execute(tally(1, 1, `k${i}`));
  await chat.commit("before");
  await there().picture("a", "picture a");
  const backup = await backUp(async () => {
    await engine.execute(tally(1, 1_000_000));
    await chat.commit("after");
    await there().signer.commit("signed after the point");
  });
  expect(backup).toMatchObject({ attempts: 1, withoutKey: false });
  expect(existsSync(path.join(exchangeHome(target).journalDirectory, "00000003.journal"))).toBe(true);
  expect(problems()).toEqual([]);
  const [manifest, end] = [readManifest(target), inspectHome(target, keyOf(target)).present];
  if (manifest === undefined || manifest === "damaged") expect.fail("no manifest");
  expect(manifest).toMatchObject({ backup: { of: home, withoutSeed: false } });
  expect(manifest.running).toBeUndefined();
  expect(end.get("exchange")?.records).toBe(manifest.exchange.records);
  // The signer's newest journal is right with every point.
  expect(end.get("signer/journal")?.records).toBe(1);
  expect(await lifeOnCopy()).toEqual({ sum: 3_001 + 1, words: ["before"] });
});

test("BACK-01 a store that is rewritten and a file that is erased during the copy lead to a newer point", async () => {
  const { chat } = there();
  await chat.commit("first");
  await there().picture("a", "picture a");
  await there().picture("b", "picture b");
  const backup = await backUp(async () => {
    await chat.commit("second");
    await chat.rewriteNow();
    await there().erase("a");
    await there().files.replace("keys/push.json", Buffer.from("{}"));
  });
  expect(backup.attempts).toBe(2);
  expect(problems()).toEqual([]);
  expect(existsSync(path.join(target, "uploads", "a"))).toBe(false);
  expect(readFileSync(path.join(target, "uploads", "b"), "utf8")).toBe("picture b");
  expect(await lifeOnCopy()).toMatchObject({ words: ["first", "second"] });
});

test("BACK-01 a rewrite in progress is not in the copy, and what it replaces is", async () => {
  const { chat } = there();
  await Promise.all(Array.from({ length: 5_000 }, (_, i) => chat.commit(`word ${i}`)));
  const rewriting = chat.rewriteNow();
  await backUp();
  await rewriting;
  expect(problems()).toEqual([]);
  expect((await lifeOnCopy()).words).toHaveLength(5_000);
});

test("BACK-01 what has not changed since an earlier backup is stored once, and the newer backup needs no other", async () => {
  const { engine, chat } = there();
  const fill = async (name: string): Promise<void> => {
    for (let i = 0; i < 1_500; i++) await engine.execute(tally(1, 1, `${name}${i}`));
  };
  await fill("a");
  await there().picture("a", "picture a");
  await backUp();
  const earlier = target;
  target = path.join(root, "newer");
  await fill("b");
  await chat.commit("newer");
  await there().picture("b", "picture b");
  await backUp(undefined, true, earlier);
  const linksOf = (file: string): number => statSync(path.join(target, file)).nlink;
  const { journalDirectory } = exchangeHome(target);
  const [were, are] = [listSegments(exchangeHome(earlier).journalDirectory), listSegments(journalDirectory)];
  expect(were.length).toBeGreaterThan(1);
  // The last one was not full.
  expect(are.map((number) => linksOf(`exchange/journal/${segmentFile(number)}`))).toEqual(
    are.map((number) => (number < were.length ? 2 : 1)),
  );
  expect([linksOf("uploads/a"), linksOf("uploads/b")]).toEqual([2, 1]);
  rmSync(earlier, { recursive: true });
  expect(problems()).toEqual([]);
  expect(await lifeOnCopy()).toEqual({ sum: 3_002, words: ["newer"] });
});

test("BACK-02 an interrupted backup is refused by a start, by accept-loss and as a target", async () => {
  await expect(backUp(() => Promise.reject(new Error("interrupted")))).rejects.toThrow("interrupted");
  expect(() => checkHome(target, keyOf(target))).toThrow(/is an incomplete backup/);
  const loss = { keyFile: keyOf(target), store: "chat", operator: "anna", reason: "x", nowMs: Date.now };
  expect(() => acceptLoss({ ...loss, home: target })).toThrow(/is an incomplete backup/);
  expect(() => prepareTarget(home, target)).toThrow(/is an interrupted backup: remove it first/);
  const other = path.join(root, "other");
  mkdirSync(other);
  writeFileSync(path.join(other, "x"), "");
  expect(() => prepareTarget(home, other)).toThrow(/is not empty/);
  for (const inside of [path.join(home, "backup"), root])
    expect(() => prepareTarget(home, inside)).toThrow(/is not empty|must be outside the home/);
  expect(existsSync(path.join(home, "backup"))).toBe(false);
});

test("BACK-02 a copy that differs from its source stays incomplete", async () => {
  await there().chat.commit("a");
  const damaging = backUp(async () => {
    // The disk of the home returns other bytes than were written.
    const file = path.join(home, "chat", "generation-000001", "00000001.journal");
    const bytes = readFileSync(file);
    bytes[200] = (bytes[200] as number) ^ 1;
    writeFileSync(file, bytes);
  });
  await expect(damaging).rejects.toThrow(/journal damaged/);
  expect(() => checkHome(target, keyOf(target))).toThrow(/is an incomplete backup/);
  living = undefined;
});

test("BACK-03 the signer's words are in a backup only on request, and a start without them says where they are needed", async () => {
  await backUp(undefined, false);
  expect(existsSync(path.join(target, "signer", "seed"))).toBe(false);
  expect(existsSync(path.join(target, "signer", "journal"))).toBe(true);
  expect(problems()).toEqual([
    "signer/seed: it is missing: this backup was made without the signer's words, so put your own copy of them there",
  ]);
  writeFileSync(path.join(target, "signer", "seed"), "twelve words");
  expect(problems()).toEqual([]);
});

test("BACK-02 a full disk leaves an incomplete backup and an unharmed server", async ({ skip }) => {
  mkdirSync(target);
  const mount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", target]);
  if (mount.status !== 0) skip("this user may not mount a small disk");
  try {
    await there().picture("large", "x".repeat(200_000));
    await expect(backUp()).rejects.toThrow(/ENOSPC/);
    expect(() => checkHome(target, keyOf(target))).toThrow(/is an incomplete backup/);
    await there().engine.execute(tally(1, 1));
  } finally {
    spawnSync("umount", ["-l", target]);
  }
  rmSync(target, { recursive: true });
  await backUp();
  expect(problems()).toEqual([]);
  expect(statSync(target).mode & 0o077).toBe(0);
});
