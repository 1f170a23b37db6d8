import { rmSync } from "node:fs";
import { replicate } from "../../kit/durable/replicated-home.ts";
import { DatabaseHome } from "../../kit/journal-database/database-home.ts";
import type { DatabaseSettings } from "../../kit/journal-database/database-settings.ts";
import { type MirrorOptions, mirrorHome } from "../../kit/journal-database/home-mirror.ts";
import { type Candidate, type Leadership, lead } from "../../kit/journal-database/lead.ts";
import { EXCHANGE_JOURNAL_PATH } from "../../kit/journal-database/schema.ts";
import { type StartedWriter, startWriter } from "../../kit/journal-database/start-writer.ts";
import { WriterCaller } from "../../kit/journal-database/writer-caller.ts";
import { exchangeHome } from "../runtime/exchange-home.ts";
import type { EngineReplication } from "../runtime/worker-messages.ts";
import { dropUnskipped } from "./drop-unskipped.ts";

export interface ReplicationOptions {
  /** CANDOR_HOME */
  readonly home: string;
  readonly database: DatabaseSettings;
  /** Name of this node. */
  readonly name: string;
  /** Called once when this process can write nothing more; it must exit. */
  readonly onLost: (error: Error) => void;
}

/** This process writes the exchange to a database, from two threads: this one and the engine's. */
export class Replication {
  readonly leadership: Leadership;
  private readonly home: string;
  private readonly main: StartedWriter;
  private readonly engine: StartedWriter;
  private readonly caller: WriterCaller;
  private readonly end: () => void;

  /** Starts the writers of a term. From here on, everything that this thread writes below `home` is replicated. */
  static begin(options: ReplicationOptions, leadership: Leadership): Replication {
    const { database, name, onLost } = options;
    const start = (): StartedWriter => startWriter({ database, name, term: leadership.term });
    return new Replication(options, leadership, start(), start(), onLost);
  }

  private constructor(
    { home }: ReplicationOptions,
    leadership: Leadership,
    main: StartedWriter,
    engine: StartedWriter,
    onLost: (error: Error) => void,
  ) {
    this.home = home;
    this.leadership = leadership;
    this.main = main;
    this.engine = engine;
    this.caller = new WriterCaller(main.link, onLost);
    this.end = replicate(home, new DatabaseHome(this.caller));
    for (const writer of [main, engine]) writer.lost.catch(onLost);
  }

  /** For the engine's thread, which owns it from then on. */
  get ofEngine(): EngineReplication {
    return { home: this.home, link: this.engine.link };
  }

  /** Call after everything that writes, in both threads, is closed. */
  async close(): Promise<void> {
    this.end();
    await Promise.all([this.main.close(), this.engine.close()]);
    this.caller.close();
  }
}

/** Takes over the exchange in the database, completes the home from it, and begins to write. */
export async function takeOver(
  options: ReplicationOptions,
  candidate: Candidate,
  warn: (message: string) => void,
): Promise<Replication> {
  const { home, database } = options;
  const leadership = await lead(database, candidate);
  await mirrorHome(mirrorOptions({ home, database }, warn));
  for (const file of dropUnskipped(home)) warn(`${file} contains a command that is skipped and was dropped`);
  return Replication.begin(options, leadership);
}

/** Removes snapshots of a history that the database does not have, together with the journal. */
export function mirrorOptions(
  { home, database }: Pick<MirrorOptions, "home" | "database">,
  warn: (message: string) => void,
): MirrorOptions {
  return {
    home,
    database,
    rebuilt: (journal, why) => {
      warn(`${journal} is read again from the database: ${why}`);
      if (journal === EXCHANGE_JOURNAL_PATH)
        rmSync(exchangeHome(home).snapshotDirectory, { recursive: true, force: true });
    },
  };
}
