import { type FileAccess, REAL_FILES } from "@candor/journal/file-access";
import { MAX_PAYLOAD_BYTES } from "@candor/journal/frame";
import { DirectoryLockedError, JournalCorruptError, JournalWriteError } from "@candor/journal/journal-errors";
import type { FrameEntry, JournalPort } from "@candor/journal/journal-port";
import { isFenced } from "@candor/server/kit/journal-database/database-errors";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { JOURNAL_ADAPTERS, type JournalStorage } from "../support/journal/journal-adapters.ts";

/** A million with CANDOR_DEEP_FRAMES=1000000. */
const MANY_FRAMES = Number(process.env.CANDOR_DEEP_FRAMES ?? "300");

const entry = (journal: JournalPort, text: string, records = 1): FrameEntry => ({
  firstSeq: journal.lastSeq + 1,
  records,
  timeMs: journal.lastTimeMs + 1,
  payload: Buffer.from(text),
});

/** Reopens the journal. @returns its payloads as text */
async function contentOf(storage: JournalStorage): Promise<string[]> {
  const texts: string[] = [];
  const visit = ({ payload }: { readonly payload: Uint8Array }): number =>
    texts.push(Buffer.from(payload).toString("utf8"));
  (await storage.open({ visit })).close();
  return texts;
}

for (const adapter of JOURNAL_ADAPTERS)
  describe.skipIf(adapter.isMissing)(`journal in ${adapter.name}`, () => {
    let storage: JournalStorage;
    beforeEach(async () => {
      storage = await adapter.open();
    });
    afterEach(() => storage.close());
    afterAll(() => adapter.stop());

    test("CLUS-11 frames are found again in order, with their chain", async () => {
      const journal = await storage.open();
      expect(journal.recovery).toEqual({ frames: 0, lastSeq: 0, lastTimeMs: 0, cutBytes: 0 });
      const hashes: string[] = [];
      for (let frame = 1; frame <= 20; frame++) {
        const appended = journal.append(entry(journal, `frame ${frame}`, frame));
        expect(appended.frameNumber).toBe(frame);
        hashes.push(Buffer.from(appended.hash).toString("hex"));
      }
      const { lastSeq, lastTimeMs, lastHash, lastFrameNumber } = journal;
      journal.close();
      const found: string[] = [];
      const again = await storage.open({
        visit: ({ hash }) => found.push(Buffer.from(hash).toString("hex")),
      });
      expect(found).toEqual(hashes);
      expect(again).toMatchObject({ lastSeq, lastTimeMs, lastFrameNumber });
      expect(Buffer.from(again.lastHash)).toEqual(Buffer.from(lastHash));
      expect(again.recovery).toEqual({ frames: 20, lastSeq: 210, lastTimeMs: 20, cutBytes: 0 });
      again.append(entry(again, "frame 21"));
      again.close();
    });

    test("CLUS-11 an entry that does not continue the journal changes nothing", async () => {
      const journal = await storage.open();
      journal.append(entry(journal, "first"));
      const next = entry(journal, "next");
      expect(() => journal.append({ ...next, firstSeq: 1 })).toThrow(RangeError);
      expect(() => journal.append({ ...next, timeMs: 0 })).toThrow(RangeError);
      expect(() => journal.append({ ...next, records: 0 })).toThrow(RangeError);
      expect(() => journal.append({ ...next, outputsDigest: new Uint8Array(3) })).toThrow(RangeError);
      journal.append(next);
      journal.close();
      expect(await contentOf(storage)).toEqual(["first", "next"]);
    });

    test("CLUS-12 of two rival writers only one can write", async () => {
      const first = await storage.open();
      first.append(entry(first, "of the first"));
      const rival = await storage.open().catch((error: unknown) => error);
      if (rival instanceof DirectoryLockedError) {
        first.append(entry(first, "of the first again"));
        first.close();
        expect(await contentOf(storage)).toEqual(["of the first", "of the first again"]);
        return;
      }
      const second = rival as JournalPort;
      second.append(entry(second, "of the second"));
      const stale = catchError(() => first.append(entry(first, "too late")));
      expect(stale).toBeInstanceOf(JournalWriteError);
      expect(isFenced(stale)).toBe(true);
      expect(catchError(() => first.append(entry(first, "and again")))).toBeInstanceOf(JournalWriteError);
      second.append(entry(second, "of the second again"));
      first.close();
      second.close();
      expect(await contentOf(storage)).toEqual(["of the first", "of the second", "of the second again"]);
    });

    test("CLUS-12 another journal's history is rejected", async () => {
      const journal = await storage.open();
      journal.append(entry(journal, "ours"));
      journal.close();
      await expect(storage.open({ name: "another" })).rejects.toThrow(JournalCorruptError);
      expect(await contentOf(storage)).toEqual(["ours"]);
    });

    for (const phase of ["write", "dataSync"] as const)
      test(`CLUS-13 after a failed ${phase} the whole frame is found, or nothing of it`, async () => {
        let fails = false;
        const fail = (at: typeof phase): void => {
          if (fails && at === phase) throw new Error("the disk failed");
        };
        const failing: FileAccess = {
          write: (...parameters) => {
            fail("write");
            return REAL_FILES.write(...parameters);
          },
          dataSync: (fd) => {
            fail("dataSync");
            REAL_FILES.dataSync(fd);
          },
        };
        const journal = await storage.open({ files: failing });
        journal.append(entry(journal, "kept"));
        fails = true;
        expect(() => journal.append(entry(journal, "unclear"))).toThrow(JournalWriteError);
        expect(() => journal.append(entry(journal, "refused"))).toThrow(JournalWriteError);
        await storage.crash();
        const found = await contentOf(storage);
        expect([["kept"], ["kept", "unclear"]]).toContainEqual(found);
        // In a database it was committed before the copy failed.
        if (adapter.standbys !== undefined) expect(found).toEqual(["kept", "unclear"]);
      });

    test("CLUS-11 the largest frame passes, and none larger", async () => {
      const journal = await storage.open();
      const payload = Buffer.alloc(MAX_PAYLOAD_BYTES, 7);
      const first = { firstSeq: 1, records: 1, timeMs: 1 };
      expect(() => journal.append({ ...first, payload: Buffer.alloc(MAX_PAYLOAD_BYTES + 1) })).toThrow(
        RangeError,
      );
      journal.append({ ...first, payload });
      journal.append(entry(journal, "after it"));
      journal.close();
      const sizes: number[] = [];
      (await storage.open({ visit: (frame) => sizes.push(frame.payload.length) })).close();
      expect(sizes).toEqual([MAX_PAYLOAD_BYTES, 8]);
    });

    test(`CLUS-11 ${MANY_FRAMES} frames are found again`, {
      timeout: MANY_FRAMES * 60 + 60_000,
    }, async () => {
      const journal = await storage.open();
      for (let frame = 1; frame <= MANY_FRAMES; frame++) journal.append(entry(journal, String(frame)));
      journal.close();
      let frames = 0;
      const again = await storage.open({
        visit: ({ payload }) => {
          frames++;
          if (Buffer.from(payload).toString() !== String(frames)) throw new Error(`frame ${frames} differs`);
        },
      });
      again.close();
      expect(frames).toBe(MANY_FRAMES);
    });
  });

function catchError(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("this should have failed");
}
