import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Environment } from "../../config/environment.ts";
import { isFounded, openInstance } from "../../config/instance.ts";
import type { Instance } from "../../config/instance-schema.ts";
import { wantedListing } from "../../config/wanted-listing.ts";
import { noteMirroredHome } from "../../engine/home/note-mirrored-home.ts";
import type { WorkerEngine } from "../../engine/runtime/worker-engine.ts";
import type { ChosenSources } from "../../market/prices/choose-sources.ts";
import type { ExchangeClock } from "../../market/prices/clock.ts";
import type { ReadModelDatabase } from "../../records/projections/read-model-database.ts";
import { choosePrices } from "../composition/start-exchange.ts";
import { StandbyMarketData } from "./standby-market-data.ts";
import { warmUp } from "./warm-up.ts";

const LOOK_EVERY_MS = 1_000;
/** How much of the history a take-over compares with what was noted. */
const NOTE_EVERY_MS = 60_000;

export interface StandbyPreparationOptions {
  readonly environment: Environment;
  readonly database: ReadModelDatabase;
  readonly clock: ExchangeClock;
  readonly log: Logger;
  /** Called once when this standby cannot go on; the process must exit. */
  readonly onFatal: (error: Error) => void;
}

/** Prepares, while a core stands by, what does not need the term. */
export class StandbyPreparation {
  private readonly options: StandbyPreparationOptions;
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private sources: ChosenSources | undefined;
  private followed: StandbyMarketData | undefined;

  constructor(options: StandbyPreparationOptions) {
    this.options = options;
  }

  /** Undefined until they are chosen. */
  get chosen(): ChosenSources | undefined {
    return this.sources;
  }

  /** Undefined until they follow the engine. */
  get marketData(): StandbyMarketData | undefined {
    return this.followed;
  }

  /**
   * Resolves once everything is prepared; if there is no exchange yet, at once, and prepares it when the leader has founded
   * one.
   * @param engine follows the leader
   */
  async begin(engine: WorkerEngine): Promise<void> {
    const { environment, log } = this.options;
    if (isFounded(environment.home)) return await this.prepare(engine);
    this.prepareOnceFounded(engine).catch((error: unknown) => {
      if (!this.stopping.signal.aborted)
        log.warn({ err: error }, "the standby is not prepared; it loads everything when it leads");
    });
  }

  /** Call when this core leads: what is not ready by now is left to the start. */
  stop(): void {
    this.stopping.abort();
    clearInterval(this.timer);
  }

  private async prepareOnceFounded(engine: WorkerEngine): Promise<void> {
    const { home } = this.options.environment;
    const { signal } = this.stopping;
    while (!isFounded(home) || !this.noteHome(this.openedInstance()))
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    await this.prepare(engine);
  }

  private async prepare(engine: WorkerEngine): Promise<void> {
    const { environment, database, clock, log, onFatal } = this.options;
    const { home, mode, chartBars } = environment;
    await warmUp();
    const instance = this.openedInstance();
    // Asking the public sources whether they answer may take seconds, which a take-over does not have.
    const { listing } = wantedListing(home, mode);
    const chosen = await choosePrices({ environment, instance, listing, clock, recording: undefined });
    if (this.stopping.signal.aborted) return;
    this.noteHome(instance);
    this.timer = setInterval(() => this.noteHome(instance), NOTE_EVERY_MS).unref();
    this.sources = chosen;
    this.followed = new StandbyMarketData({ instance, engine, database, chosen, chartBars, log, onFatal });
  }

  private openedInstance(): Instance {
    const { home, mode } = this.options.environment;
    return openInstance(home, mode, Date.now());
  }

  /** @returns whether everything is founded */
  private noteHome(instance: Instance): boolean {
    const { environment, log } = this.options;
    try {
      return noteMirroredHome(environment.home, environment.keyFile, instance);
    } catch (error) {
      log.warn(
        { err: error },
        "could not note the stores of this standby; a take-over compares more of the history",
      );
      return false;
    }
  }
}
