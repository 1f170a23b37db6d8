import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Instance } from "../../config/instance-schema.ts";
import type { WorkerEngine } from "../../engine/runtime/worker-engine.ts";
import { Closers } from "../../kit/closers.ts";
import type { ChosenSources } from "../../market/prices/choose-sources.ts";
import { journalIdOf } from "../../records/projections/journal-id.ts";
import type { ProjectorPort } from "../../records/projections/projector-port.ts";
import type { ReadModelDatabase } from "../../records/projections/read-model-database.ts";
import type { PreparedMarketData } from "../composition/start.ts";
import { followMarketData, type MarketDataParts } from "../composition/start-market-data.ts";
import type { StartedMarketData } from "../composition/started-market-data.ts";

/** Pause before charts are loaded again while the leader has not saved their source's history. */
const RELOAD_AFTER_MS = 30_000;
const MAX_RELOAD_AFTER_MS = 600_000;

export interface StandbyMarketDataOptions {
  readonly instance: Instance;
  /** Follows the leader. */
  readonly engine: WorkerEngine;
  readonly database: ReadModelDatabase;
  readonly chosen: ChosenSources;
  /** Bars requested from a source; 0 if charts get no history. */
  readonly chartBars: number;
  readonly log: Logger;
  /** Called once when this standby cannot go on; the process must exit. */
  readonly onFatal: (error: Error) => void;
}

/**
 * The market data of a standby: they follow the same engine that leads later, so they are current when it begins to lead.
 * Waits for the read models in the background, which may be down.
 */
export class StandbyMarketData implements PreparedMarketData {
  private readonly options: StandbyMarketDataOptions;
  private readonly stopping = new AbortController();
  private closers = new Closers();
  private ready: StartedMarketData | undefined;
  private opened: ProjectorPort | undefined;

  constructor(options: StandbyMarketDataOptions) {
    this.options = options;
    this.follow().catch((error: unknown) => {
      const message = "the standby's market data are not ready; they are loaded when it leads";
      if (!this.stopping.signal.aborted) options.log.warn({ err: error }, message);
    });
  }

  /** Sees what the projector has written; undefined before the tables were found. */
  get projector(): ProjectorPort | undefined {
    return this.opened;
  }

  /**
   * Hands over what is ready, and stops the rest. Returns undefined if nothing is, if they follow something else than what
   * leads now, or if there are other markets, for which the charts have no place.
   * @param closers get what must be stopped
   */
  async take(
    { engine, projector }: Pick<MarketDataParts, "engine" | "projector">,
    closers: Pick<Closers, "add">,
  ): Promise<StartedMarketData | undefined> {
    const { ready, opened, options } = this;
    const isOfThisTerm = engine === options.engine && projector === opened;
    const { markets } = await engine.exchangeView();
    const hasAll = ready?.klines.marketCount === markets.length && !this.lacksHistory(ready);
    if (!isOfThisTerm || !hasAll) {
      await this.stop();
      return undefined;
    }
    this.stopping.abort();
    closers.add("market data", () => this.closers.closeAll(options.log));
    return ready;
  }

  /** Stops following. The projector's view stays open until the database is closed. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.closers.closeAll(this.options.log);
  }

  private async follow(): Promise<void> {
    const { instance, engine, database, log, onFatal } = this.options;
    const projector = await database.openProjector({
      journalId: journalIdOf(instance),
      onFailure: onFatal,
      onRetry: (error, delayMs) => log.warn({ err: error }, `read models: retrying in ${delayMs} ms`),
    });
    projector.follow(engine);
    this.opened = projector;
    for (let delayMs = RELOAD_AFTER_MS; ; delayMs = Math.min(2 * delayMs, MAX_RELOAD_AFTER_MS)) {
      const loaded = await this.load(engine, projector);
      if (!this.lacksHistory(loaded)) return;
      // The leader saves it once a source has answered.
      await sleep(delayMs, undefined, { signal: this.stopping.signal, ref: false });
    }
  }

  private async load(engine: WorkerEngine, projector: ProjectorPort): Promise<StartedMarketData> {
    const { instance, database, chosen, log } = this.options;
    this.ready = undefined;
    await this.closers.closeAll(log);
    const closers = new Closers();
    this.closers = closers;
    try {
      const loaded = await followMarketData({ instance, engine, projector, database, chosen, closers });
      await loaded.klines.fill();
      this.stopping.signal.throwIfAborted();
      this.ready = loaded;
      return loaded;
    } catch (error) {
      // What began to follow after `stop`.
      await closers.closeAll(log);
      throw error;
    }
  }

  /** Such charts are loaded again instead of asking the sources for what the leader has saved. */
  private lacksHistory({ klines }: StartedMarketData): boolean {
    return this.options.chartBars > 0 && klines.missingHistory.length > 0;
  }
}
