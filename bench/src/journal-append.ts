import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Journal } from "@candor/journal/journal";
import type { JournalPort } from "@candor/journal/journal-port";
import { DatabaseHome } from "@candor/server/kit/journal-database/database-home";
import type { DatabaseSettings } from "@candor/server/kit/journal-database/database-settings";
import { lead } from "@candor/server/kit/journal-database/lead";
import { startWriter } from "@candor/server/kit/journal-database/start-writer";
import { WriterCaller } from "@candor/server/kit/journal-database/writer-caller";
import { PostgresCluster } from "../../test/support/journal/postgres-cluster.ts";
import { postgresBinaries } from "../../test/support/projections/postgres-server.ts";
import { type BenchResult, median, runBench } from "./harness.ts";

const SIZES_KB = [1, 16, 128];
const FRAMES = 100;
const JOURNAL_PATH = "exchange/journal";

/** A journal that is measured, and how to remove it. */
interface Subject {
  readonly journal: JournalPort;
  close(): Promise<void>;
}

/**
 * One append until it is durable: synced to a file, committed to one database, and to a primary that waits for any one of
 * two standbys. All on this machine's disk, so three databases share what three machines would have each.
 */
export async function* journalAppend(): AsyncGenerator<BenchResult> {
  if (postgresBinaries() === undefined) throw new Error("journal/append needs PostgreSQL");
  const clusters = await Promise.all([PostgresCluster.start(0, true), PostgresCluster.start(2, true)]);
  const subjects = {
    file: openFile(),
    one: await openDatabase({ url: await clusters[0].createDatabase(), standbys: 0 }),
    quorum: await openDatabase({ url: await clusters[1].createDatabase(), standbys: 1 }),
  };
  try {
    for (const kilobytes of SIZES_KB)
      for (const [name, { journal }] of [
        ["one database", subjects.one],
        ["any one of two standbys", subjects.quorum],
      ] as const)
        yield await runBench({
          name: `append of ${kilobytes} KB, ${name}`,
          unit: "ms",
          better: "lower",
          measure: () => measure(journal, kilobytes),
          peer: { name: "a synced file", measure: () => measure(subjects.file.journal, kilobytes) },
        });
  } finally {
    for (const subject of Object.values(subjects)) await subject.close();
    for (const cluster of clusters) await cluster.stop();
  }
}

/** @returns median of a run, in milliseconds */
function measure(journal: JournalPort, kilobytes: number): number {
  const payload = Buffer.alloc(kilobytes * 1_024, kilobytes);
  const times: number[] = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    const firstSeq = journal.lastSeq + 1;
    const startedAt = performance.now();
    journal.append({ firstSeq, records: 1, timeMs: journal.lastTimeMs + 1, payload });
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

const newHome = (): string => mkdtempSync(path.join(tmpdir(), "candor-bench-"));

function openFile(): Subject {
  const home = newHome();
  const journal = Journal.open(path.join(home, JOURNAL_PATH), { name: "exchange" });
  return {
    journal,
    close() {
      journal.close();
      rmSync(home, { recursive: true });
      return Promise.resolve();
    },
  };
}

async function openDatabase(database: DatabaseSettings): Promise<Subject> {
  const home = newHome();
  const { term } = await lead(database, { name: "bench", address: "", reason: "bench" });
  const writer = startWriter({ database, term, name: "bench" });
  const caller = new WriterCaller(writer.link);
  const directory = path.join(home, JOURNAL_PATH);
  const place = { path: JOURNAL_PATH, directory, store: undefined, isDraft: false };
  const journal = new DatabaseHome(caller).openJournal(place, { name: "exchange" }, () => {});
  return {
    journal,
    async close() {
      journal.close();
      await writer.close();
      caller.close();
      rmSync(home, { recursive: true });
    },
  };
}
