import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { threadId } from "node:worker_threads";
import { DirectoryLock } from "@candor/journal/directory-lock";
import type { FileAccess } from "@candor/journal/file-access";
import type { Frame } from "@candor/journal/frame";
import { Journal } from "@candor/journal/journal";
import type { JournalPort } from "@candor/journal/journal-port";
import { DatabaseHome } from "@candor/server/kit/journal-database/database-home";
import type { DatabaseSettings } from "@candor/server/kit/journal-database/database-settings";
import { mirrorHome } from "@candor/server/kit/journal-database/home-mirror";
import { lead } from "@candor/server/kit/journal-database/lead";
import { type StartedWriter, startWriter } from "@candor/server/kit/journal-database/start-writer";
import { WriterCaller } from "@candor/server/kit/journal-database/writer-caller";
import { postgresBinaries } from "../projections/postgres-server.ts";
import { PostgresCluster } from "./postgres-cluster.ts";

const JOURNAL_PATH = "exchange/journal";
const JOURNAL_NAME = "exchange";

/** Something that journals are kept in, for one test. */
export interface JournalStorage {
  /**
   * Opens the journal for writing, in a home of its own where the adapter has several, as a process does at its start. It
   * ends the right of earlier writers to write.
   */
  open(options?: OpenOptions): Promise<JournalPort>;
  /** Forgets the open writers, as when their process is killed. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly name?: string;
  readonly visit?: (frame: Frame) => void;
  readonly files?: FileAccess;
}

export interface JournalAdapter {
  readonly name: string;
  /** Number of standbys; undefined for files. */
  readonly standbys?: number;
  readonly isMissing: boolean;
  open(): Promise<JournalStorage>;
  stop(): Promise<void>;
}

const HAS_POSTGRES = postgresBinaries() !== undefined;
if (!HAS_POSTGRES) console.warn("PostgreSQL is not installed: its tests of the journal are skipped");

export const JOURNAL_ADAPTERS: readonly JournalAdapter[] = [
  {
    name: "segment files",
    isMissing: false,
    open: () => Promise.resolve(new FileStorage()),
    stop: () => Promise.resolve(),
  },
  databaseAdapter("one database", 0),
  databaseAdapter("a database with two standbys", 2),
];

function databaseAdapter(name: string, standbys: number): JournalAdapter {
  let cluster: Promise<PostgresCluster> | undefined;
  return {
    name,
    standbys,
    isMissing: !HAS_POSTGRES,
    async open() {
      cluster ??= PostgresCluster.start(standbys);
      const url = await (await cluster).createDatabase();
      return new DatabaseStorage({ url, standbys: standbys === 0 ? 0 : 1 });
    },
    async stop() {
      await (await cluster)?.stop();
      cluster = undefined;
    },
  };
}

const newHome = (): string => mkdtempSync(path.join(tmpdir(), "candor-journal-"));

class FileStorage implements JournalStorage {
  private readonly home = newHome();

  async open({ name = JOURNAL_NAME, visit, files }: OpenOptions = {}): Promise<JournalPort> {
    await Promise.resolve();
    const options = { name, ...(files === undefined ? {} : { files }) };
    return Journal.open(path.join(this.home, JOURNAL_PATH), options, visit);
  }

  crash(): Promise<void> {
    DirectoryLock.releaseOfDeadThread(path.join(this.home, JOURNAL_PATH), threadId);
    return Promise.resolve();
  }

  close(): Promise<void> {
    rmSync(this.home, { recursive: true });
    return Promise.resolve();
  }
}

/** Each opening is another node, with an empty home. */
class DatabaseStorage implements JournalStorage {
  private readonly database: DatabaseSettings;
  private readonly homes: string[] = [];
  private readonly writers: StartedWriter[] = [];

  constructor(database: DatabaseSettings) {
    this.database = database;
  }

  async open({ name = JOURNAL_NAME, visit = () => {}, files }: OpenOptions = {}): Promise<JournalPort> {
    const home = newHome();
    this.homes.push(home);
    const { database } = this;
    const { term } = await lead(database, { name: "test", address: "", reason: "test" });
    await mirrorHome({ home, database });
    const writer = startWriter({ database, term, name: "test" });
    this.writers.push(writer);
    const replica = new DatabaseHome(new WriterCaller(writer.link));
    const directory = path.join(home, JOURNAL_PATH);
    const options = { name, ...(files === undefined ? {} : { files }) };
    const place = { path: JOURNAL_PATH, directory, store: undefined, isDraft: false };
    return replica.openJournal(place, options, visit);
  }

  crash(): Promise<void> {
    return Promise.resolve();
  }

  async close(): Promise<void> {
    await Promise.all(this.writers.map((writer) => writer.close()));
    for (const home of this.homes) rmSync(home, { recursive: true });
  }
}
