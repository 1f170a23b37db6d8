import { rmSync } from "node:fs";
import { replicate } from "../../kit/durable/replicated-home.ts";
import { DatabaseHome } from "../../kit/journal-database/database-home.ts";
import type { DatabaseSettings } from "../../kit/journal-database/database-settings.ts";
import { assertHomeFitsDatabase } from "../../kit/journal-database/home-fit.ts";
import { type MirrorOptions, mirrorHome } from "../../kit/journal-database/home-mirror.ts";
import { type Candidate, type Leadership, lead } from "../../kit/journal-database/lead.ts";
import { EXCHANGE_JOURNAL_PATH } from "../../kit/journal-database/schema.ts";
import {
  type PreparedWriter,
  prepareWriter,
  type StartedWriter,
} from "../../kit/journal-database/start-writer.ts";
import { WriterCaller } from "../../kit/journal-database/writer-caller.ts";
import { stateOfWriters, type WriterState } from "../../kit/journal-database/writer-messages.ts";
import { onceAMinute } from "../../kit/limits/once-a-minute.ts";
import { exchangeHome } from "../runtime/exchange-home.ts";
import type { EngineReplication } from "../runtime/worker-messages.ts";
import { dropUnskipped } from "./drop-unskipped.ts";
import { manifestFile } from "./manifest.ts";

const SHOW_STATE_EVERY_MS = 1_000;

export interface ReplicationOptions {
  /** CANDOR_HOME */
  readonly home: string;
  readonly database: DatabaseSettings;
  /** Name of this node. */
  readonly name: string;
  /** Called once when this process can write nothing more; it must exit. */
  readonly onLost: (error: Error) => void;
  /** Called when the writers wait for something, such as a standby, and when they go on. */
  readonly onState?: (state: WriterState) => void;
  /** Called at most once a minute with what keeps the database from writing. */
  readonly onRefused?: (why: string) => void;
  /** Awaited before the term begins, once the home is known to fit. */
  readonly announce?: () => Promise<void>;
}

/** The threads of a replication, which wait for a term. */
export class PreparedWriters {
  private readonly main: PreparedWriter;
  private readonly engine: PreparedWriter;

  constructor({ database, name }: Pick<ReplicationOptions, "database" | "name">) {
    this.main = prepareWriter({ database, name });
    this.engine = prepareWriter({ database, name });
  }

  /** Connects to the database before the term is known. Call at most once. */
  connect(): void {
    this.main.connect();
    this.engine.connect();
  }

  /**
   * Call once.
   * @param warn called with what keeps the database from writing, several times a second
   */
  begin(
    term: number,
    warn: (why: string) => void,
  ): { readonly main: StartedWriter; readonly engine: StartedWriter } {
    return { main: this.main.begin(term, warn), engine: this.engine.begin(term, warn) };
  }

  /** Ends the threads if they have not begun. */
  async drop(): Promise<void> {
    await Promise.all([this.main.drop(), this.engine.drop()]);
  }
}

/** This process writes the exchange to a database, from two threads: this one and the engine's. */
export class Replication {
  readonly leadership: Leadership;
  private readonly home: string;
  private readonly main: StartedWriter;
  private readonly engine: StartedWriter;
  private readonly caller: WriterCaller;
  private readonly end: () => void;
  private readonly timer: NodeJS.Timeout;
  private shownState: WriterState = "ready";

  /**
   * Begins to write in a term. From here on, everything that this thread writes below `home` is replicated.
   * @param writers started before the term was known
   */
  static begin(
    options: ReplicationOptions,
    leadership: Leadership,
    writers = new PreparedWriters(options),
  ): Replication {
    const warn = onceAMinute((why) => options.onRefused?.(why));
    const { main, engine } = writers.begin(leadership.term, warn);
    return new Replication(options, leadership, main, engine, options.onLost);
  }

  private constructor(
    { home, onState }: ReplicationOptions,
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
    this.timer = setInterval(() => this.showState(onState), SHOW_STATE_EVERY_MS).unref();
  }

  /** What the writers do. Waiting for a standby is no failure: they go on when one is back. */
  get state(): WriterState {
    return stateOfWriters(this.signals);
  }

  /** For stateOfWriters in other threads. */
  get signals(): readonly SharedArrayBuffer[] {
    return [this.main.link.signal, this.engine.link.signal];
  }

  /** Milliseconds since this term was surely the newest. */
  get leadingAgeMs(): number {
    return Math.max(this.main.leadingAgeMs, this.engine.leadingAgeMs);
  }

  /** For the engine's thread, which owns it from then on. */
  get ofEngine(): EngineReplication {
    return { home: this.home, link: this.engine.link };
  }

  /** Call after everything that writes, in both threads, is closed. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    this.end();
    await Promise.all([this.main.close(), this.engine.close()]);
    this.caller.close();
  }

  private showState(show: ReplicationOptions["onState"]): void {
    const { state } = this;
    if (state === this.shownState || state === "writing") return;
    this.shownState = state;
    show?.(state);
  }
}

/** Takes over the exchange in the database, completes the home from it, and begins to write. */
export async function takeOver(
  options: ReplicationOptions,
  candidate: Candidate,
  warn: (message: string) => void,
): Promise<Replication> {
  const { home, database } = options;
  await assertHomeFitsDatabase(home, database);
  await options.announce?.();
  const leadership = await lead(database, { warn, ...candidate });
  await mirrorHome(mirrorOptions({ home, database }, warn));
  for (const file of dropUnskipped(home)) warn(`${file} contains a command that is skipped and was dropped`);
  return Replication.begin(options, leadership);
}

/**
 * Removes snapshots of a history that the database does not have, together with the journal. After a restore, removes what
 * the manifest says about stores that were longer; it is written again from the notes in the exchange's journal.
 */
export function mirrorOptions(
  { home, database }: Pick<MirrorOptions, "home" | "database">,
  warn: (message: string) => void,
): MirrorOptions {
  return {
    home,
    database,
    onRestored: () => rmSync(manifestFile(home), { force: true }),
    rebuilt: (journal, why) => {
      warn(`${journal} is read again from the database: ${why}`);
      if (journal === EXCHANGE_JOURNAL_PATH)
        rmSync(exchangeHome(home).snapshotDirectory, { recursive: true, force: true });
    },
  };
}
