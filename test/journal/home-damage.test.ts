import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MessageChannel } from "node:worker_threads";
import { exportHome } from "@candor/server/engine/home/export-home";
import { importHome } from "@candor/server/engine/home/import-home";
import { acceptRestore } from "@candor/server/kit/journal-database/accept-restore";
import { FencedError, isFenced } from "@candor/server/kit/journal-database/database-errors";
import { DatabaseHome } from "@candor/server/kit/journal-database/database-home";
import type { DatabaseSettings } from "@candor/server/kit/journal-database/database-settings";
import { DatabaseWriter } from "@candor/server/kit/journal-database/database-writer";
import { foundExchange } from "@candor/server/kit/journal-database/found-exchange";
import { assertHomeFitsDatabase } from "@candor/server/kit/journal-database/home-fit";
import { mirrorHome } from "@candor/server/kit/journal-database/home-mirror";
import { importHistory } from "@candor/server/kit/journal-database/import-history";
import { lead } from "@candor/server/kit/journal-database/lead";
import { startWriter } from "@candor/server/kit/journal-database/start-writer";
import { WriterCaller } from "@candor/server/kit/journal-database/writer-caller";
import { BEATS, SIGNAL_BYTES } from "@candor/server/kit/journal-database/writer-messages";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sealedFrame } from "../support/journal/sealed-frames.ts";
import { PostgresServer, postgresBinaries } from "../support/projections/postgres-server.ts";

const HAS_POSTGRES = postgresBinaries() !== undefined;
if (!HAS_POSTGRES) console.warn("PostgreSQL is not installed: tests of homes and writers are skipped");

const CANDIDATE = { name: "core-1", address: "", reason: "test" };
const PATH = "exchange/journal";
const FRAMES = 20;
const SHA_OF_PICTURE = hash("sha256", "a picture", "hex");

test("CLUS-62 a caller whose writer has ended without a word fails, and does not wait for ever", () => {
  const { port1 } = new MessageChannel();
  const signal = new SharedArrayBuffer(SIGNAL_BYTES);
  // It has lived.
  Atomics.add(new Int32Array(signal), BEATS, 1);
  const caller = new WriterCaller({ port: port1, signal });
  const startMs = performance.now();
  expect(() => caller.call({ kind: "discard", path: "identity/generation-000002" })).toThrow(
    "does not respond",
  );
  expect(performance.now() - startMs).toBeLessThan(30_000);
  caller.close();
});

describe.skipIf(!HAS_POSTGRES)("a home next to a database", () => {
  let server: PostgresServer;
  let url: string;
  let database: DatabaseSettings;
  let home: string;
  let term: number;

  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(async () => {
    await server.stop();
  });
  beforeEach(async () => {
    url = await server.createDatabase();
    database = { url, standbys: 0 };
    home = mkdtempSync(path.join(tmpdir(), "candor-home-"));
    ({ term } = await lead(database, CANDIDATE));
    await fill(PATH);
    await mirrorHome({ home, database });
    return () => rmSync(home, { recursive: true });
  });

  /** Appends frames and a file. */
  async function fill(journal: string, store?: string): Promise<void> {
    const writer = new DatabaseWriter({ database, term, name: "test" });
    await writer.open({ path: journal, store, name: "exchange", segmentBytes: undefined, isDraft: false });
    let last = sealedFrame(undefined, "frame 1 ".repeat(100), journal);
    await writer.append(last);
    for (let number = 2; number <= FRAMES; number++) {
      last = sealedFrame(last, `frame ${number} `.repeat(100), journal);
      await writer.append(last);
    }
    await writer.putFile("content/picture", Buffer.from("a picture"), SHA_OF_PICTURE);
    await writer.close();
  }

  const administer = (sql: string): Promise<void> => server.administer(sql, new URL(url).pathname.slice(1));
  const segment = (): string => {
    const directory = path.join(home, PATH);
    const name = readdirSync(directory).find((each) => each.endsWith(".journal")) ?? "";
    return path.join(directory, name);
  };

  test("CLUS-59 after another boot everything is compared, and what was damaged is read again", async () => {
    const whole = readFileSync(segment());
    const damaged = Buffer.from(whole);
    damaged.fill(0, 4_000, 8_000);
    writeFileSync(segment(), damaged);
    writeFileSync(path.join(home, "content/picture"), Buffer.alloc("a picture".length));
    const mark = path.join(home, "mirror.json");
    const identity = JSON.parse(readFileSync(mark, "utf8")) as Record<string, string>;
    expect(identity.boot).not.toBe("");
    writeFileSync(mark, JSON.stringify({ ...identity, boot: "another" }));
    const rebuilt: string[] = [];
    await mirrorHome({ home, database, rebuilt: (journal) => rebuilt.push(journal) });
    expect(rebuilt).toEqual([PATH]);
    expect(readFileSync(segment()).equals(whole)).toBe(true);
    expect(readFileSync(path.join(home, "content/picture"), "utf8")).toBe("a picture");
    expect(JSON.parse(readFileSync(mark, "utf8"))).toEqual(identity);
  });

  test("CLUS-60 a database that lost confirmed frames is refused, until operators accept its restore", async () => {
    const before = readFileSync(segment());
    await administer(`delete from candor_journal.frame where number > ${FRAMES - 5}`);
    await expect(mirrorHome({ home, database })).rejects.toThrow("has lost confirmed frames");
    expect(readFileSync(segment()).equals(before)).toBe(true);
    // The number alone is enough: the copy may be gone.
    rmSync(path.join(home, PATH), { recursive: true });
    await expect(mirrorHome({ home, database })).rejects.toThrow("has lost confirmed frames");
    const { term: newest } = await acceptRestore(database);
    expect(newest).toBeGreaterThan(term + 500);
    await mirrorHome({ home, database });
    expect(readFileSync(path.join(home, "confirmed.json"), "utf8")).toBe(String(FRAMES - 5));
    expect((await lead(database, CANDIDATE)).term).toBe(newest + 1);
  });

  test("CLUS-60 what a home has beyond an accepted restore is kept aside", async () => {
    const before = readFileSync(segment());
    const file = path.relative(home, segment());
    await administer(`delete from candor_journal.frame where number > ${FRAMES - 5}`);
    await acceptRestore(database);
    const why: string[] = [];
    await mirrorHome({ home, database, rebuilt: (_journal, reason) => why.push(reason) });
    expect(why[0]).toContain(`frame ${FRAMES} is not in the database, which ends with frame ${FRAMES - 5}`);
    const [aside = ""] = readdirSync(path.join(home, "lost"));
    expect(readFileSync(path.join(home, "lost", aside, file)).equals(before)).toBe(true);
  });

  test("CLUS-60 files and journals of the time after an accepted restore are kept aside, and nothing else is", async () => {
    const own = ["exchange/snapshots/1", "keys/sealing.key", "signer/journal/1.journal", "console-links.txt"];
    const later = ["uploads/12/passport.jpg", "content/later", "chat/generation-000001/1.journal"];
    for (const file of [...own, ...later]) {
      mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
      writeFileSync(path.join(home, file), file);
    }
    const filesOf = (): string[] =>
      readdirSync(home, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== "confirmed.json")
        .map((entry) => path.relative(home, path.join(entry.parentPath, entry.name)));
    const before = filesOf();
    await mirrorHome({ home, database });
    expect(filesOf()).toEqual(before);
    await acceptRestore(database);
    await mirrorHome({ home, database });
    const after = filesOf();
    expect(after.filter((file) => !file.startsWith("lost/")).sort()).toEqual(
      before.filter((file) => !later.includes(file)).sort(),
    );
    for (const file of later)
      expect(after.some((place) => place.startsWith("lost/") && place.endsWith(file))).toBe(true);
    // They are not taken for lost files of the next restore.
    await acceptRestore(database);
    await mirrorHome({ home, database });
    expect(filesOf().sort()).toEqual(after.sort());
  });

  test("CLUS-60 a restore is not accepted while any node uses the database, or without an exchange", async () => {
    for (const name of [
      "candor-writer:7 core-1",
      "candor-reader",
      "candor-node",
      "candor-candidate core-2",
    ]) {
      const node = new pg.Client({ connectionString: url, application_name: name });
      await node.connect();
      await expect(acceptRestore(database)).rejects.toThrow(`is running (${name}`);
      await node.end();
    }
    expect((await lead(database, CANDIDATE)).term).toBe(term + 1);
    const other = { url: await server.createDatabase(), standbys: 0 };
    for (const isFounded of [false, true]) {
      if (isFounded) await foundExchange(other);
      await expect(acceptRestore(other)).rejects.toThrow("it has no exchange");
      await expect(exportHome(path.join(home, "out"), other)).rejects.toThrow("it has no exchange");
      expect(existsSync(path.join(home, "out"))).toBe(false);
    }
  });

  test("CLUS-17 a directory that is no home is not imported, and stays as it is", async () => {
    const empty = mkdtempSync(path.join(home, "empty-"));
    for (const place of [path.join(home, "missing"), empty, path.join(home, "exchange")]) {
      const before = existsSync(place) && readdirSync(place).length;
      await expect(importHome(place, "", database)).rejects.toThrow(/does not exist|is not the home/);
      expect(existsSync(place) && readdirSync(place).length).toBe(before);
    }
  });

  test("CLUS-17 an import that fails midway leaves the database as it was, and can be repeated", async () => {
    const other = { url: await server.createDatabase(), standbys: 0 };
    const file = { path: "exchange/a", sha256: hash("sha256", "a", "hex"), read: () => Buffer.from("a") };
    const damaged = {
      ...file,
      path: "exchange/b",
      read: () => {
        throw new Error("the disk cannot be read");
      },
    };
    await expect(importHistory(other, CANDIDATE, [], [file, damaged])).rejects.toThrow("cannot be read");
    const client = new pg.Client({ connectionString: other.url });
    await client.connect();
    const { rows } = await client.query("select nspname from pg_namespace where nspname like 'candor%'");
    await client.end();
    expect(rows).toEqual([]);
    expect(await importHistory(other, CANDIDATE, [], [file])).toMatchObject({ term: 1 });
    await expect(importHistory(other, CANDIDATE, [], [file])).rejects.toThrow("has an exchange already");
  });

  test("CLUS-75 an empty home in an empty database founds nothing until that is asked for, once", async () => {
    const other = { url: await server.createDatabase(), standbys: 0 };
    const empty = path.join(home, "empty");
    await expect(assertHomeFitsDatabase(empty, other)).rejects.toThrow("journal -- found");
    await expect(assertHomeFitsDatabase(empty, other)).rejects.toThrow("it has no exchange");
    const { exchange, isNew } = await foundExchange(other);
    expect(isNew).toBe(true);
    await expect(assertHomeFitsDatabase(empty, other)).resolves.toBeUndefined();
    expect(await foundExchange(other)).toEqual({ exchange, isNew: false });
  });

  test("CLUS-60 an empty database next to a home that is not empty is refused, and stays empty", async () => {
    const other = { url: await server.createDatabase(), standbys: 0 };
    await expect(assertHomeFitsDatabase(home, other)).rejects.toThrow("correct CANDOR_JOURNAL_URL");
    await expect(assertHomeFitsDatabase(home, database)).resolves.toBeUndefined();
    await expect(
      server.administer("select from candor_journal.leader", new URL(other.url).pathname.slice(1)),
    ).rejects.toThrow("does not exist");
  });

  test("CLUS-61 a replaced generation disappears from a home that was away, and an unknown one is kept aside", async () => {
    const first = "identity/generation-000001";
    const second = "identity/generation-000002";
    await fill(first, "identity");
    await mirrorHome({ home, database });
    expect(existsSync(path.join(home, first))).toBe(true);
    const writer = new DatabaseWriter({ database, term, name: "test" });
    const place = { store: "identity", name: "exchange", segmentBytes: undefined };
    await writer.open({ ...place, path: second, isDraft: true });
    await writer.append(sealedFrame(undefined, "compacted", second));
    await writer.activate(second, "[]");
    await writer.close();
    const unknown = path.join(home, "identity/generation-000009");
    await mirrorHome({ home, database });
    expect(existsSync(path.join(home, first))).toBe(false);
    expect(existsSync(path.join(home, second))).toBe(true);
    mkdirSync(unknown);
    await mirrorHome({ home, database });
    expect(existsSync(unknown)).toBe(false);
    const [aside = ""] = readdirSync(path.join(home, "lost"));
    expect(existsSync(path.join(home, "lost", aside, "identity/generation-000009"))).toBe(true);
  });

  test("CLUS-63 a leader that writes nothing ends shortly after another has taken over", async () => {
    const writer = startWriter({ database, term, name: "core-1" });
    const caller = new WriterCaller(writer.link);
    caller.call({ kind: "discard", path: "identity/generation-000002" });
    await expect.poll(() => writer.leadingAgeMs).toBeLessThan(1_000);
    expect(writer.state).toBe("ready");
    await lead(database, { ...CANDIDATE, name: "core-2" });
    const startMs = performance.now();
    const error = await writer.lost.catch((reason: unknown) => reason);
    expect(isFenced(error)).toBe(true);
    expect(performance.now() - startMs).toBeLessThan(30_000);
    expect(() => caller.call({ kind: "discard", path: "identity/generation-000002" })).toThrow(FencedError);
    await writer.close();
    caller.close();
  });

  test("CLUS-63 a leader notes in its home what was confirmed", async () => {
    const writer = startWriter({ database, term, name: "core-1" });
    const caller = new WriterCaller(writer.link);
    const place = { path: PATH, directory: path.join(home, PATH), store: undefined, isDraft: false };
    const journal = new DatabaseHome(caller).openJournal(place, { name: "exchange" }, () => undefined);
    journal.append({
      firstSeq: FRAMES + 1,
      records: 1,
      timeMs: 1_000,
      payload: Buffer.from("next"),
    });
    expect(readFileSync(path.join(home, "confirmed.json"), "utf8")).toBe(String(FRAMES + 1));
    journal.close();
    await writer.close();
    caller.close();
  });

  test("CLUS-64 another clock, another user and newer tables are refused", async () => {
    await administer("update candor_journal.schema_version set version = 99");
    await expect(lead(database, CANDIDATE)).rejects.toThrow("start a newer version of Candor");
    await administer("update candor_journal.schema_version set version = 1");
    await administer(`create role weak login; grant usage on schema candor_journal to weak;
      grant all on all tables in schema candor_journal to weak`);
    const weak = { url: url.replace("candor@", "weak@"), standbys: 0 };
    await expect(lead(weak, CANDIDATE)).rejects.toThrow("use one user for all nodes");
    const now = Date.now;
    Date.now = () => now() + 3_600_000;
    try {
      await expect(lead(database, CANDIDATE)).rejects.toThrow("s apart; correct the wrong one");
      Date.now = () => now() - 2_000;
      const warnings: string[] = [];
      await lead(database, { ...CANDIDATE, warn: (message) => warnings.push(message) });
      expect(warnings).toHaveLength(1);
    } finally {
      Date.now = now;
    }
  });
});
