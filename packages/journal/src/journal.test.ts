import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { REAL_FILES } from "./file-access.ts";
import { Journal, type JournalOptions } from "./journal.ts";
import { DirectoryLockedError, JournalCorruptError, JournalWriteError } from "./journal-errors.ts";
import { JournalReader } from "./journal-reader.ts";

const SMALL: JournalOptions = { name: "test", segmentBytes: 4096 };
let directory = "";

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "candor-journal-"));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const text = (value: string) => new TextEncoder().encode(value);

function appendTexts(journal: Journal, values: readonly string[]): void {
  for (const value of values)
    journal.append({
      firstSeq: journal.lastSeq + 1,
      records: 1,
      timeMs: 1_000 + journal.lastSeq,
      payload: text(value),
    });
}

function readTexts(): string[] {
  const seen: string[] = [];
  new JournalReader(directory, "test").read((frame) => seen.push(new TextDecoder().decode(frame.payload)));
  return seen;
}

describe("a journal", () => {
  test("JRNL-05 returns the appended data with its place in the chain", () => {
    const journal = Journal.open(directory, SMALL);
    const digest = new Uint8Array(32).fill(9);
    const first = journal.append({
      firstSeq: 1,
      records: 3,
      timeMs: 500,
      payload: [text("one "), text("two "), text("three")],
      outputsDigest: digest,
    });
    journal.append({ firstSeq: 4, records: 1, timeMs: 500, payload: text("four") });
    journal.close();

    const frames: unknown[] = [];
    const again = Journal.open(directory, SMALL, (frame) =>
      frames.push([
        frame.frameNumber,
        frame.firstSeq,
        frame.lastSeq,
        frame.timeMs,
        new TextDecoder().decode(frame.payload),
        frame.outputsDigest[0],
        Buffer.from(frame.previousHash).equals(first.hash),
      ]),
    );
    expect(frames).toEqual([
      [1, 1, 3, 500, "one two three", 9, false],
      [2, 4, 4, 500, "four", 0, true],
    ]);
    expect(again.recovery).toEqual({ frames: 2, lastSeq: 4, lastTimeMs: 500, cutBytes: 0 });
    again.append({ firstSeq: 5, records: 1, timeMs: 600, payload: text("five") });
    again.close();
    expect(readTexts()).toEqual(["one two three", "four", "five"]);
  });

  test("JRNL-05 continues in a new segment when one is full, and in a larger one for a larger frame", () => {
    const journal = Journal.open(directory, SMALL);
    const values = Array.from({ length: 60 }, (_, i) => `${i}`.padStart(5 + ((i * 37) % 700), "x"));
    appendTexts(journal, values);
    const large = "y".repeat(20_000);
    appendTexts(journal, [large, "end"]);
    journal.close();
    expect(readdirSync(directory).filter((file) => file.endsWith(".journal")).length).toBeGreaterThan(5);
    expect(readTexts()).toEqual([...values, large, "end"]);
    const again = Journal.open(directory, SMALL);
    appendTexts(again, ["more"]);
    again.close();
    expect(readTexts().at(-1)).toBe("more");
  });

  test("JRNL-05 leaves only segments when it is closed", () => {
    const journal = Journal.open(directory, SMALL);
    appendTexts(journal, ["a".repeat(3_000)]);
    journal.close();
    expect(readdirSync(directory)).toEqual(["00000001.journal"]);
  });

  test("JRNL-05 refuses a gap in the sequence numbers and a time that runs backwards", () => {
    const journal = Journal.open(directory, SMALL);
    appendTexts(journal, ["a"]);
    const entry = { firstSeq: 2, records: 1, timeMs: 2_000, payload: text("b") };
    expect(() => journal.append({ ...entry, firstSeq: 3 })).toThrow(RangeError);
    expect(() => journal.append({ ...entry, timeMs: 999 })).toThrow(RangeError);
    expect(() => journal.append({ ...entry, records: 0 })).toThrow(RangeError);
    journal.append(entry);
    journal.close();
    expect(readTexts()).toEqual(["a", "b"]);
  });

  test("JRNL-05 can be read next to its running writer up to the last complete frame", () => {
    const journal = Journal.open(directory, SMALL);
    appendTexts(journal, ["a", "b"]);
    expect(readTexts()).toEqual(["a", "b"]);
    appendTexts(journal, ["c"]);
    expect(readTexts()).toEqual(["a", "b", "c"]);
    journal.close();
  });

  test("JRNL-05 is not opened under another name", () => {
    Journal.open(directory, SMALL).close();
    expect(() => Journal.open(directory, { name: "other" })).toThrow(/belongs to the journal "test"/);
    Journal.open(directory, SMALL).close();
  });

  test("JRNL-03 a missing or exchanged segment is found", () => {
    const journal = Journal.open(directory, SMALL);
    appendTexts(
      journal,
      Array.from({ length: 30 }, () => "z".repeat(500)),
    );
    journal.close();
    const at = (number: number) => join(directory, `0000000${number}.journal`);
    renameSync(at(2), at(9));
    expect(() => Journal.open(directory, SMALL)).toThrow(/segment is missing/);
    renameSync(at(3), at(2));
    expect(() => Journal.open(directory, SMALL)).toThrow(JournalCorruptError);
  });

  test("JRNL-07 has one writer at a time, and the lock of a dead process does not hold it up", () => {
    const journal = Journal.open(directory, SMALL);
    expect(() => Journal.open(directory, SMALL)).toThrow(DirectoryLockedError);
    expect(() => Journal.open(directory, SMALL)).toThrow(/already open in this process/);
    journal.close();
    // Process 1 lives as long as the machine, so only its recorded start time shows that this lock is stale.
    writeFileSync(
      join(directory, "lock"),
      JSON.stringify({ pid: 1, threadId: 0, startedAt: "1", boot: "other" }),
    );
    Journal.open(directory, SMALL).close();
    writeFileSync(join(directory, "lock"), JSON.stringify({ pid: 1, threadId: 0, startedAt: "", boot: "" }));
    expect(() => Journal.open(directory, SMALL)).toThrow(/in use by the running process 1/);
  });

  test("JRNL-04 rejects appends after a failed write, and keeps acknowledged data", () => {
    let failing: "write" | "sync" | undefined;
    const files = {
      write: (...args: Parameters<typeof REAL_FILES.write>) => {
        if (failing === "write") throw new Error("EIO: i/o error, write");
        return REAL_FILES.write(...args);
      },
      dataSync: (fd: number) => {
        if (failing === "sync") throw new Error("EIO: i/o error, fdatasync");
        REAL_FILES.dataSync(fd);
      },
    };
    const expected: string[] = [];
    for (const kind of ["write", "sync"] as const) {
      failing = undefined;
      const journal = Journal.open(directory, { ...SMALL, files });
      appendTexts(journal, [`before ${kind}`]);
      expected.push(`before ${kind}`);
      failing = kind;
      expect(() => appendTexts(journal, ["lost"])).toThrow(JournalWriteError);
      failing = undefined;
      expect(() => appendTexts(journal, ["too late"])).toThrow(/closed after a failed write/);
      journal.close();
      expect(readTexts().filter((value) => value !== "lost")).toEqual(expected);
    }
  });
});
