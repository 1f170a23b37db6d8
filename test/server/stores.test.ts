import { execFile } from "node:child_process";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { encodeSegmentHeader, readSegmentHeader } from "@candor/journal/segment";
import { bytesInUse } from "@candor/journal/tail";
import { inspectHome } from "@candor/server/engine/home/inspect-home";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { isDeep } from "../support/repeats.ts";
import { QUIET, type ServerProcess, startServer } from "../support/server/run-server.ts";
import { copyHome, live, operate, operator, type Person, type Told, told } from "./lived-in-home.ts";

// Full servers start here in parallel with other tests: allow for a busy machine.
vi.setConfig({ testTimeout: 480_000, hookTimeout: 480_000 });

const keyFileOf = (home: string): string => path.join(home, "keys", "sealing.key");
const places = mkdtempSync(path.join(MEMORY_DISK, "candor-stores-"));
const placeOf = (name: string): string => path.join(places, name);
/** A used home that was stopped, and the same home a day earlier. */
const home = placeOf("home");
const older = placeOf("older");
let person: Person;
let before: Told;
let running: ServerProcess | undefined;

async function serve(where: string): Promise<ServerProcess> {
  running = await startServer(where, QUIET);
  return running;
}

async function stop(): Promise<void> {
  await running?.stop("SIGTERM");
  running = undefined;
}

beforeAll(async () => {
  let server = await serve(home);
  person = await live(server);
  await operate(home, "first");
  await stop();
  copyHome(home, older);
  server = await serve(home);
  await live(server);
  await operate(home, "second");
  before = await told(server, person);
  await stop();
});
afterAll(async () => {
  await running?.stop("SIGKILL");
  rmSync(places, { recursive: true, force: true });
});

/**
 * Losing these is harmless: the journal rebuilds the first ones, as the test below proves, and links for the first
 * owners are rewritten at each start.
 */
const MADE_AGAIN = [
  "read-models",
  "exchange/snapshots",
  "manifest.json",
  "console-links.txt",
  "outbox-link.txt",
];
const isMadeAgain = (name: string): boolean =>
  MADE_AGAIN.some((each) => name === each || name.startsWith(`${each}/`));

type Positions = ReturnType<typeof inspectHome>["present"];

interface Damage {
  readonly what: string;
  /** Store of the file's journal; "" for a file of another format, in which every bit matters. */
  readonly store: string;
  /** Undefined if the file is removed. */
  readonly content: Buffer | undefined;
}

function flipped(content: Buffer, at: number): Buffer {
  const copy = Buffer.from(content);
  copy[at] = (copy[at] as number) ^ 16;
  return copy;
}

/** Of places to damage, all with CANDOR_DEEP=1, otherwise any one: each file has as many, and each run has others. */
const drawn = (places: readonly number[]): readonly number[] =>
  isDeep ? places : places.slice(Math.floor(Math.random() * places.length)).slice(0, 1);

/** Returns every kind of damage to test on a file. */
function damagesOf(name: string, content: Buffer, next: Buffer): Damage[] {
  const store = storeOf(name);
  return allDamages(name, content, next).map((damage) => ({ ...damage, store }));
}

function storeOf(name: string): string {
  if (!name.endsWith(".journal")) return "";
  return path
    .dirname(name)
    .replace(/\/generation-[0-9]+$/, "")
    .replace("exchange/journal", "exchange");
}

function allDamages(name: string, content: Buffer, next: Buffer): Omit<Damage, "store">[] {
  const older = olderOf(name);
  const parts = [0.2, 0.5, 0.9].map((part) => Math.floor(content.length * part));
  const places = [9, 200, ...parts].filter((at) => at < content.length);
  return [
    { what: "deleted", content: undefined },
    ...drawn(parts).map((size) => ({ what: `cut at ${size}`, content: content.subarray(0, size) })),
    ...(older === undefined || older.equals(content) ? [] : [{ what: "older", content: older }]),
    { what: "swapped", content: next },
    ...drawn(places).map((at) => ({ what: `bit flipped in byte ${at}`, content: flipped(content, at) })),
  ];
}

function olderOf(name: string): Buffer | undefined {
  const file = path.join(older, name);
  return existsSync(file) ? readFileSync(file) : undefined;
}

function filesOf(where: string): string[] {
  return readdirSync(where, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(where, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Whether all written data is present: the changed bit is in unused space, or the store was empty. */
function isWhole({ what, store }: Damage, present: Positions, sound: Positions): boolean {
  const left =
    what === "deleted" && sound.get(store)?.records === 0
      ? [...sound].filter(([name]) => name !== store)
      : [...sound];
  return store !== "" && JSON.stringify([...present]) === JSON.stringify(left);
}

const CAPACITY_STEP_BYTES = 16 * 1024;

/** Copies the home with shortened journals, because each inspection reads whole files, including the trailing zeros. */
function smallCopy(name: string): string {
  const copy = placeOf(name);
  copyHome(home, copy);
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const segments = filesOf(copy).filter((file) => file.endsWith(".journal"));
  expect(segments.length).toBeGreaterThan(10);
  for (const segment of segments) shorten(path.join(copy, segment));
  return copy;
}

function shorten(segment: string): void {
  const usedBytes = bytesInUse(readFileSync(segment));
  // At least one byte stays free: a segment without any would be followed by another one.
  const capacityBytes = (Math.floor(usedBytes / CAPACITY_STEP_BYTES) + 1) * CAPACITY_STEP_BYTES;
  const file = openSync(segment, "r+");
  const header = readSegmentHeader(file, segment, 1);
  writeSync(file, encodeSegmentHeader({ ...header, capacityBytes }), 0, undefined, 0);
  closeSync(file);
  truncateSync(segment, capacityBytes);
}

test("STORE-01 whatever happens to a file of a home is refused by name, or nothing is less", () => {
  const copy = smallCopy("damaged");
  const sound = inspectHome(copy, keyFileOf(copy));
  expect(sound.problems).toEqual([]);
  const files = filesOf(copy).filter((name) => !isMadeAgain(name));
  expect(files.length).toBeGreaterThan(25);
  const silent: string[] = [];
  for (const [index, name] of files.entries()) {
    const file = path.join(copy, name);
    const content = readFileSync(file);
    const next = readFileSync(path.join(copy, files[(index + 1) % files.length] as string));
    for (const damage of damagesOf(name, content, next)) {
      if (damage.content === undefined) rmSync(file);
      else writeFileSync(file, damage.content);
      const { problems, present } = inspectHome(copy, keyFileOf(copy));
      const named = problems.some(({ store }) => name.startsWith(store) || store === "exchange");
      if (problems.length > 0 ? named : isWhole(damage, present, sound.present)) continue;
      silent.push(`${name} ${damage.what}: ${JSON.stringify(problems)}`);
    }
    writeFileSync(file, content);
  }
  expect(silent).toEqual([]);
  expect(inspectHome(copy, keyFileOf(copy)).problems).toEqual([]);
});

test("STORE-01 a directory of a home that is missing, with all below it, is refused by name", () => {
  const copy = smallCopy("without");
  const aside = placeOf("aside");
  const sound = inspectHome(copy, keyFileOf(copy)).present;
  const silent: string[] = [];
  for (const name of directoriesOf(copy).filter((each) => !isMadeAgain(each))) {
    renameSync(path.join(copy, name), aside);
    const { problems, present } = inspectHome(copy, keyFileOf(copy));
    const lost = [...sound.values()].filter(({ store }) => !present.has(store));
    const isEmpty = lost.length > 0 && lost.every(({ records }) => records === 0);
    const named = problems.some(({ store }) => store.startsWith(name) || name.startsWith(store));
    if (!named && !(problems.length === 0 && isEmpty)) silent.push(`${name}: ${JSON.stringify(problems)}`);
    renameSync(aside, path.join(copy, name));
  }
  expect(silent).toEqual([]);
});

function directoriesOf(where: string): string[] {
  return readdirSync(where, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.relative(where, path.join(entry.parentPath, entry.name)))
    .sort();
}

const JOURNAL = path.resolve(import.meta.dirname, "../../apps/server/src/start/cli/journal.ts");
const run = promisify(execFile);

/** Runs `npm run journal -- verify`. Rejects with its error output. */
async function verify(where: string, ...words: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [JOURNAL, "verify", "--home", where, ...words]);
  return stdout;
}

/** Starts a server that must refuse to start. @returns its output */
async function refusedBy(where: string): Promise<string> {
  const started = startServer(where, QUIET);
  const outcome = await started.then(
    async (server) => {
      await server.stop("SIGKILL");
      return "it started";
    },
    (error: Error) => error.message,
  );
  expect(outcome).toContain("the server ended with 1");
  return outcome;
}

test("STORE-03 short cuts that are missing or damaged are made again, and people find all that they had", async () => {
  const copy = placeOf("made-again");
  copyHome(home, copy);
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  rmSync(path.join(copy, "exchange", "snapshots"), { recursive: true });
  const manifest = path.join(copy, "manifest.json");
  writeFileSync(manifest, flipped(readFileSync(manifest), 100));
  for (const [index, name] of filesOf(path.join(copy, "read-models")).entries()) {
    const file = path.join(copy, "read-models", name);
    const content = readFileSync(file);
    if (index % 7 === 0 && content.length > 0) writeFileSync(file, flipped(content, content.length >> 1));
  }
  const server = await serve(copy);
  expect(await told(server, person)).toEqual(before);
  expect(server.output()).toContain("manifest.json is damaged");
  await stop();
});

test("STORE-04 a lost identity is refused by the server, and once the loss is accepted no number is issued twice", async () => {
  const copy = placeOf("without-identity");
  copyHome(home, copy);
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  rmSync(path.join(copy, "identity"), { recursive: true });
  const refusal = await refusedBy(copy);
  expect(refusal).toMatch(/identity: it is missing, and had \d+ records.*accept-loss identity/);
  await expect(operator(copy, "accept-loss", "chat", "--reason", "none")).rejects.toThrow(
    /nothing is missing from chat/,
  );
  expect(await operator(copy, "accept-loss", "identity", "--reason", "the disk died")).toMatch(
    /Accepted.*Audit entry/,
  );
  let server = await serve(copy);
  expect(server.output()).toContain("as accepted by anna: the disk died");
  const newcomer = await live(server);
  expect(newcomer.userId).toBeGreaterThan(person.userId + 1);
  await stop();
  expect(await operator(copy, "audit", "list")).toContain("accept-loss identity");
  // The acceptance is used up: the same loss again needs another one.
  server = await serve(copy);
  await stop();
  rmSync(path.join(copy, "identity"), { recursive: true });
  expect(await refusedBy(copy)).toContain("identity: it is missing");
});

test("STORE-06 verify says of a stopped home that it is of one moment, and of a plain copy of a running one that it is no backup", async () => {
  expect(await verify(home)).toContain("consistent: server stopped at");
  const moved = placeOf("moved");
  copyHome(home, moved);
  onTestFinished(() => rmSync(moved, { recursive: true, force: true }));
  expect(await verify(moved)).toContain("consistent: server stopped at");
  const server = await serve(moved);
  expect(await verify(moved)).toContain("a server is running here or was killed");
  const hot = placeOf("hot");
  copyHome(moved, hot);
  onTestFinished(() => rmSync(hot, { recursive: true, force: true }));
  await expect(verify(hot)).rejects.toThrow(/A plain copy of a running home is not a backup/);
  rmSync(hot, { recursive: true });
  // With the server stopped, the copy is consistent.
  await server.stop("SIGKILL");
  copyHome(moved, hot);
  await expect(verify(hot)).rejects.toThrow(/A plain copy of a running home is not a backup/);
  expect(await verify(hot, "--snapshot")).toContain("a snapshot of");
  expect(await verify(moved)).toContain("a server is running here or was killed");
  // A home left by a kill starts again without a refusal.
  await serve(moved);
  await stop();
  rmSync(path.join(moved, "chat"), { recursive: true });
  await expect(verify(moved)).rejects.toThrow(/chat: it is missing, and had \d+ records/);
});

test("STORE-05 an exchange that lost its last commands is refused, whether manifest or read models tell of them", async () => {
  const copy = placeOf("shorter");
  copyHome(home, copy);
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  rmSync(path.join(copy, "exchange"), { recursive: true });
  cpSync(path.join(older, "exchange"), path.join(copy, "exchange"), { recursive: true });
  expect(await refusedBy(copy)).toMatch(/exchange: it has only \d+ of its \d+ records/);
});

test("STORE-05 a home that was restored next to newer read models is refused until that is accepted", async () => {
  const copy = placeOf("restored");
  copyHome(older, copy);
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  rmSync(path.join(copy, "read-models"), { recursive: true });
  cpSync(path.join(home, "read-models"), path.join(copy, "read-models"), { recursive: true });
  expect(await refusedBy(copy)).toMatch(
    /exchange: the read models had reached command \d+, but the journal ends at/,
  );
  await operator(copy, "accept-loss", "exchange", "--reason", "back to yesterday's backup");
  const server = await serve(copy);
  expect(server.output()).toContain("read models rebuilt: they had reached command");
  expect((await told(server, person)).chat).toEqual(before.chat);
  await stop();
});
