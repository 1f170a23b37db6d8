import type { Command } from "@candor/domain/commands/commands";
import type { EnginePort } from "@candor/domain/engine-port";
import type { PriceSourceKind } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { PriceE8 } from "@candor/money/brand";
import type { Clock, Timer } from "./clock.ts";
import { ObservationGate } from "./observation-gate.ts";
import type { ConnectionState, PriceObservation, PriceSource } from "./price-source.ts";

/** Interval at which the time is journaled. */
const TIME_EVERY_MS = 1_000;

/** `stale` means that a source is connected but has sent nothing for as long as the core accepts its last price. */
type FeedState = ConnectionState | "stale";

export interface SourceFeed {
  readonly name: string;
  readonly kind: PriceSourceKind;
  readonly sourceId: number;
  readonly state: FeedState;
  /** The reason, in words. */
  readonly detail: string;
  /** `undefined` if it has sent nothing yet. */
  readonly lastMessageAtMs: number | undefined;
}

export interface MarketFeed {
  readonly marketId: number;
  readonly symbol: string;
  /** Kind of source its prices come from; `undefined` if no source has this symbol. */
  readonly kind: PriceSourceKind | undefined;
  /** Age of the newest observation in the journal; `undefined` if there is none yet. */
  readonly indexAgeMs: number | undefined;
  /**
   * Each source with the symbol, and the age of its newest observation in the journal; `undefined` if there is none
   * yet.
   */
  readonly sources: readonly { readonly name: string; readonly ageMs: number | undefined }[];
}

export interface FeedView {
  /** Kind of all prices, as shown in the site's status. */
  readonly kind: PriceSourceKind;
  /** Whether every source is connected and every market with a source is fresh. */
  readonly healthy: boolean;
  readonly sources: readonly SourceFeed[];
  readonly markets: readonly MarketFeed[];
}

export interface PricedMarket {
  readonly marketId: number;
  readonly symbol: string;
}

/** The service's log. */
interface PriceServiceLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface PriceServiceOptions {
  readonly engine: Pick<EnginePort, "execute">;
  readonly markets: readonly PricedMarket[];
  readonly sources: readonly PriceSource[];
  readonly mode: "sandbox" | "live";
  readonly clock: Clock;
  /** Returns whether the system clock jumped: then prices have no valid time and are not accepted. */
  readonly isHeld?: () => boolean;
  /** Prices that a test rig has set, by symbol; they replace those of the sources. */
  readonly pinned?: ReadonlyMap<string, PriceE8> | undefined;
  readonly log: PriceServiceLog;
}

export class PriceModeError extends Error {
  constructor(source: PriceSource) {
    super(
      `${source.kind} prices (${source.name}) are not allowed in live mode: real money needs observed prices`,
    );
    this.name = "PriceModeError";
  }
}

interface SourceStatus {
  state: ConnectionState;
  detail: string;
  lastMessageAtMs: number | undefined;
}

/**
 * Brings prices into the journal: observations of the sources become `observe-price` commands, a few a second per
 * market, and the time is journaled once a second. It computes nothing: the index is the core's.
 */
export class PriceService {
  private readonly options: PriceServiceOptions;
  private readonly gates = new Map<PriceSource, Map<string, ObservationGate>>();
  private readonly statuses = new Map<PriceSource, SourceStatus>();
  /** Keyed by source and symbol. */
  private readonly heardAtMs = new Map<PriceSource, Map<string, number>>();
  private readonly journaledAtMs = new Map<number, number>();
  private timer: Timer | undefined;
  private tellingTime = false;
  private engineFailing = false;

  /** Throws PriceModeError if a source is not `live` in live mode. */
  constructor(options: PriceServiceOptions) {
    this.options = options;
    for (const source of options.sources) {
      if (options.mode === "live" && source.kind !== "live") throw new PriceModeError(source);
      const gates = new Map<string, ObservationGate>();
      for (const market of options.markets)
        if (source.symbols.includes(market.symbol)) gates.set(market.symbol, this.gateOf(source, market));
      this.gates.set(source, gates);
      this.heardAtMs.set(source, new Map());
      this.statuses.set(source, { state: "connecting", detail: "", lastMessageAtMs: undefined });
    }
  }

  /** Resolves once sources that read files have emitted their first prices; the others emit theirs when they come. */
  async start(): Promise<void> {
    const { sources, clock, log } = this.options;
    this.timer = clock.every(TIME_EVERY_MS, () => void this.tellTime());
    const started = sources.map(async (source) => {
      await source.start({
        observed: (observation) => this.observed(source, observation),
        connectionChanged: (state, detail) => this.connectionChanged(source, state, detail),
      });
    });
    for (const market of this.uncovered)
      log.warn(`prices: no source has ${market.symbol}; its market stays cancel-only`);
    await Promise.all(started);
  }

  async stop(): Promise<void> {
    this.timer?.cancel();
    for (const gates of this.gates.values()) for (const gate of gates.values()) gate.stop();
    await Promise.all(this.options.sources.map((source) => source.stop()));
  }

  view(): FeedView {
    const nowMs = this.options.clock.nowMs();
    const sources = this.options.sources.map((source) => this.sourceFeed(source, nowMs));
    const markets = this.options.markets.map((market) => this.marketFeed(market, nowMs));
    const fresh = ({ kind, indexAgeMs }: MarketFeed): boolean =>
      kind === undefined || (indexAgeMs !== undefined && indexAgeMs <= LIMITS.staleSourceMs);
    return {
      kind: this.options.sources[0]?.kind ?? "live",
      healthy: sources.every(({ state }) => state === "connected") && markets.every(fresh),
      sources,
      markets,
    };
  }

  private get uncovered(): readonly PricedMarket[] {
    return this.options.markets.filter(({ symbol }) => this.sourceOf(symbol) === undefined);
  }

  private sourceOf(symbol: string): PriceSource | undefined {
    return this.options.sources.find((source) => source.symbols.includes(symbol));
  }

  private sourceFeed(source: PriceSource, nowMs: number): SourceFeed {
    const { state, detail, lastMessageAtMs } = this.statuses.get(source) as SourceStatus;
    const silent = lastMessageAtMs === undefined || nowMs - lastMessageAtMs > LIMITS.staleSourceMs;
    const { name, kind, sourceId } = source;
    return {
      name,
      kind,
      sourceId,
      state: state === "connected" && silent ? "stale" : state,
      detail,
      lastMessageAtMs,
    };
  }

  private marketFeed({ marketId, symbol }: PricedMarket, nowMs: number): MarketFeed {
    const atMs = this.journaledAtMs.get(marketId);
    const indexAgeMs = atMs === undefined ? undefined : Math.max(0, nowMs - atMs);
    const sources = this.options.sources
      .filter((source) => source.symbols.includes(symbol))
      .map((source) => {
        const heardAtMs = this.heardAtMs.get(source)?.get(symbol);
        return { name: source.name, ageMs: heardAtMs && Math.max(0, nowMs - heardAtMs) };
      });
    return { marketId, symbol, kind: this.sourceOf(symbol)?.kind, indexAgeMs, sources };
  }

  private gateOf(source: PriceSource, { marketId, symbol }: PricedMarket): ObservationGate {
    const send = async (observation: PriceObservation): Promise<void> => {
      if (this.options.isHeld?.() === true) return;
      const { observedAtMs } = observation;
      const priceE8 = this.options.pinned?.get(symbol) ?? observation.priceE8;
      const { sourceId } = source;
      const command = { kind: "observe-price", marketId, sourceId, priceE8, observedAtMs } as const;
      if (!(await this.execute(command))) return;
      this.heardAtMs.get(source)?.set(symbol, observedAtMs);
      this.journaledAtMs.set(marketId, Math.max(observedAtMs, this.journaledAtMs.get(marketId) ?? 0));
    };
    return new ObservationGate(this.options.clock, send);
  }

  private observed(source: PriceSource, observation: PriceObservation): void {
    const status = this.statuses.get(source) as SourceStatus;
    status.lastMessageAtMs = Math.max(observation.observedAtMs, status.lastMessageAtMs ?? 0);
    this.gates.get(source)?.get(observation.symbol)?.offer(observation);
  }

  private connectionChanged(source: PriceSource, state: ConnectionState, detail: string): void {
    const status = this.statuses.get(source) as SourceStatus;
    status.state = state;
    status.detail = detail;
    const message = `prices: ${source.name} ${state}${detail === "" ? "" : `: ${detail}`}`;
    if (state === "reconnecting") this.options.log.warn(message);
    else this.options.log.info(message);
  }

  private async tellTime(): Promise<void> {
    if (this.tellingTime) return;
    this.tellingTime = true;
    await this.journalTime();
    this.tellingTime = false;
  }

  /** Journals the time, so that everything happens that is due. */
  async journalTime(): Promise<void> {
    await this.execute({ kind: "advance-time" });
  }

  /**
   * Reports once when the engine goes down, and once when it is back: the next second retries anyway.
   * @returns whether the command was accepted
   */
  private async execute(command: Command): Promise<boolean> {
    const { engine, log } = this.options;
    try {
      const { executed } = await engine.execute(command);
      if (this.engineFailing) log.info("prices: the engine accepts commands again");
      this.engineFailing = false;
      if (executed.error !== undefined) log.warn(`prices: ${command.kind} rejected: ${executed.error}`);
      return executed.error === undefined;
    } catch (error) {
      if (!this.engineFailing) log.warn(`prices: ${String(error)}`);
      this.engineFailing = true;
      return false;
    }
  }
}
