import { LAYOUT } from "@candor/codec/event-layouts";
import { EVENT, isLabelledSide } from "@candor/codec/event-record";
import type {
  BookView,
  ContractState,
  DurableEvent,
  EnginePort,
  EventListener,
  ExchangeView,
  MarketState,
} from "@candor/domain/engine-port";
import { type MarketStatus, SIDES, type Side, type StatusReason } from "@candor/domain/enumerations";
import { formerAggregateId } from "@candor/domain/events/aggregate-id";
import type { ExchangeEvent } from "@candor/domain/events/events";
import type { LeverSpec } from "@candor/domain/specs/lever-listing";
import type { OptionTerms } from "@candor/domain/specs/option-terms";
import { followFrom } from "../../engine/runtime/follow-from.ts";
import type { ListedMarket, Listings, MarketKind } from "./listings.ts";
import { MarketBook } from "./market-book.ts";
import { RecentIndex } from "./recent-index.ts";
import { RecentTrades } from "./recent-trades.ts";
import type { PublicTrade } from "./wire-trade.ts";

const LEVEL = LAYOUT.levelChanged.at;
const TRADE = LAYOUT.tradeMade.at;
const INDEX = LAYOUT.indexChanged.at;
const FEES = LAYOUT.marketFeesSet.at;
const TERMS = LAYOUT.fundingTermsSet.at;

type EventOf<Kind extends ExchangeEvent["kind"]> = Extract<ExchangeEvent, { readonly kind: Kind }>;

/** More levels than any book can have, because the mirror needs all of them. */
const ALL_LEVELS = 2 ** 31 - 1;

export type LevelListener = (side: Side, priceTicks: number, totalLots: number) => void;
export type TradeListener = (trade: PublicTrade) => void;
/** seq and timeMs are those of the command that changed the index. */
export type IndexListener = (priceE8: number, seq: number, timeMs: number) => void;

/** A contract's changing fields apart from its book; 0 if unknown. */
export type ContractFigures = Omit<ContractState, "spec">;

const NO_FIGURES: ContractFigures = {
  markTicks: 0,
  lastFundingPpm: 0,
  expectedFundingPpm: 0,
  nextFundingAtMs: 0,
  openInterestLots: 0,
};

/** Reasons in wire format. */
export type NamedReason = Exclude<StatusReason, "none">;

function namedReason(reason: StatusReason): NamedReason | null {
  return reason === "none" ? null : reason;
}

/** All public data of one market, as of the last durable batch. */
export class MirroredMarket {
  readonly listed: ListedMarket;
  readonly book = new MarketBook();
  readonly trades = new RecentTrades();
  readonly indexTicks = new RecentIndex();
  status: MarketStatus = "halted";
  /** `null` while it trades, or if no reason was recorded (before version 3 of the rules). */
  statusReason: NamedReason | null = null;
  /** 0 if unknown. */
  indexE8 = 0;
  indexSeq = 0;
  indexTimeMs = 0;
  /** 0 if it never traded. */
  lastTicks = 0;
  /** Whether timed options are offered on it. */
  hasOptions = false;
  /** Whether it has margin trading. */
  hasLever = false;
  /** `undefined` for a spot market. */
  figures: ContractFigures | undefined;
  /** Events up to here are included in the engine's initial view of the book. */
  bookSeededSeq = 0;
  /** The same for the engine's initial view of index and last price. */
  stateSeededSeq = 0;
  readonly levelListeners = new Set<LevelListener>();
  readonly tradeListeners = new Set<TradeListener>();
  readonly indexListeners = new Set<IndexListener>();
  readonly statusListeners = new Set<() => void>();

  constructor(listed: ListedMarket) {
    this.listed = listed;
    this.figures = listed.kind === "contract" ? NO_FIGURES : undefined;
  }
}

/**
 * Public state of all markets in this process: books, last trades, index, status. Fed by the engine's durable batches,
 * so anything read here is final.
 */
export class MarketDataMirror {
  private readonly engine: EnginePort;
  private readonly listings: Listings;
  private readonly states: MirroredMarket[] = [];
  private unsubscribe: (() => void) | undefined;
  private seq = 0;
  private time = 0;

  /** Fills `listings` from the engine and keeps them up to date. */
  constructor(engine: EnginePort, listings: Listings) {
    this.engine = engine;
    this.listings = listings;
  }

  /** Sequence number of the last command reflected here. */
  get asOfSeq(): number {
    return this.seq;
  }

  /** Journal time of that command. */
  get timeMs(): number {
    return this.time;
  }

  get markets(): readonly MirroredMarket[] {
    return this.states;
  }

  market(marketId: number): MirroredMarket | undefined {
    return this.states[marketId];
  }

  /** Finds a market by upper-case symbol. */
  marketBySymbol(symbol: string, kind: MarketKind = "spot"): MirroredMarket | undefined {
    const listed = this.listings.marketBySymbol(symbol, kind);
    return listed === undefined ? undefined : this.states[listed.marketId];
  }

  async start(): Promise<void> {
    this.unsubscribe = await followFrom(this.engine, () => this.load(), this.listener);
  }

  private async load(): Promise<void> {
    const [exchange, mining, options] = await Promise.all([
      this.engine.exchangeView(),
      this.engine.miningView(),
      this.engine.optionsView(),
    ]);
    for (const { planId, spec } of mining.plans) this.listings.setMiningPlan(planId, spec);
    const books = await Promise.all(
      exchange.markets.map(({ marketId }) => this.engine.bookView(marketId, ALL_LEVELS)),
    );
    this.seed(exchange, books);
    if (options.terms !== undefined) this.offerOptions(options.terms);
  }

  stop(): void {
    this.unsubscribe?.();
    this.unsubscribe = undefined;
  }

  /** Sets a market's trades from before this process started, oldest first. */
  seedTrades(marketId: number, trades: readonly PublicTrade[]): void {
    const state = this.states[marketId];
    if (state === undefined) throw new RangeError(`unknown market ${marketId}`);
    const since = state.trades.newest(Number.MAX_SAFE_INTEGER).reverse();
    state.trades.clear();
    for (const trade of [...trades, ...since]) state.trades.add(trade);
  }

  private seed(exchange: ExchangeView, books: readonly BookView[]): void {
    this.seq = exchange.asOfSeq;
    this.time = exchange.timeMs;
    exchange.assets.forEach((asset, assetId) => {
      this.listings.addAsset(assetId, asset);
    });
    exchange.markets.forEach((market, at) => {
      this.addListing(market);
      const state = new MirroredMarket(this.listings.market(market.marketId));
      const view = books[at];
      if (view === undefined) throw new Error(`no book view for market ${market.marketId}`);
      state.book.reset(view);
      state.bookSeededSeq = view.asOfSeq;
      state.stateSeededSeq = exchange.asOfSeq;
      state.status = market.status;
      state.statusReason = namedReason(market.statusReason);
      state.indexE8 = market.indexE8;
      state.indexSeq = exchange.asOfSeq;
      state.indexTimeMs = exchange.timeMs;
      state.lastTicks = market.lastTicks;
      state.figures = market.contract;
      this.states[market.marketId] = state;
      if (market.lever !== undefined) this.setLever(market.marketId, market.lever.spec);
    });
  }

  private readonly listener: EventListener = {
    kinds: [
      EVENT.levelChanged,
      EVENT.tradeMade,
      EVENT.indexChanged,
      EVENT.marketStatusChanged,
      EVENT.optionTermsSet,
      EVENT.markChanged,
      EVENT.marketFeesSet,
      EVENT.fundingTermsSet,
      EVENT.assetListed,
      EVENT.marketListed,
      EVENT.contractListed,
      EVENT.miningPlanChanged,
      EVENT.leverListed,
    ],
    event: (event) => this.apply(event),
    end: (batch) => {
      if (batch.lastSeq <= this.seq) return;
      this.seq = batch.lastSeq;
      this.time = batch.timeMs;
    },
  };

  private apply(event: DurableEvent): void {
    switch (event.kind) {
      case EVENT.levelChanged:
        this.applyLevel(event);
        break;
      case EVENT.tradeMade:
        this.applyTrade(event);
        break;
      case EVENT.indexChanged:
        this.applyIndex(event);
        break;
      case EVENT.markChanged:
        this.applyMark(event);
        break;
      case EVENT.marketFeesSet:
        this.listings.setFees(
          event.field(FEES.marketId),
          event.field(FEES.makerFeePpm),
          event.field(FEES.takerFeePpm),
        );
        break;
      case EVENT.fundingTermsSet:
        this.listings.setFundingTerms(
          event.field(TERMS.marketId),
          event.field(TERMS.interestPpm),
          event.field(TERMS.fundingCapPpm),
        );
        break;
      default:
        this.applyRare(event.decode(), event.timeMs);
    }
  }

  private offerOptions({ offers }: OptionTerms): void {
    const symbols = new Set(
      offers.filter(({ durations }) => durations.length > 0).map(({ symbol }) => symbol),
    );
    for (const state of this.states)
      state.hasOptions = state.listed.kind === "spot" && symbols.has(state.listed.spec.symbol);
  }

  private known(marketId: number): MirroredMarket {
    const state = this.states[marketId];
    if (state === undefined) throw new RangeError(`event for unknown market ${marketId}`);
    return state;
  }

  private applyLevel(event: DurableEvent): void {
    const { seq } = event;
    const state = this.known(event.field(LEVEL.marketId));
    if (seq <= state.bookSeededSeq) return;
    const side = SIDES[event.field(LEVEL.side)] as Side;
    const priceTicks = event.field(LEVEL.priceTicks);
    const totalLots = event.field(LEVEL.totalLots);
    state.book.setLevel(side, priceTicks, totalLots, seq);
    for (const listener of state.levelListeners) listener(side, priceTicks, totalLots);
  }

  private applyTrade(event: DurableEvent): void {
    const { seq, timeMs } = event;
    const state = this.known(event.field(TRADE.marketId));
    const tradeId = event.field(TRADE.tradeId);
    const fill = {
      tradeId,
      marketTradeId: event.optionalField(TRADE.marketTradeId) ?? tradeId,
      seq,
      timeMs,
      priceTicks: event.field(TRADE.priceTicks),
      quantityLots: event.field(TRADE.quantityLots),
      takerSide: SIDES[event.field(TRADE.takerSide)] as Side,
      labelled:
        isLabelledSide(event.field(TRADE.makerFlags)) || isLabelledSide(event.field(TRADE.takerFlags)),
    };
    const recorded = event.optionalField(TRADE.aggregateId);
    const trade: PublicTrade = {
      ...fill,
      aggregateId: recorded ?? formerAggregateId(fill, state.trades.last),
    };
    state.trades.add(trade);
    if (seq > state.stateSeededSeq) state.lastTicks = trade.priceTicks;
    for (const listener of state.tradeListeners) listener(trade);
  }

  /** A contract's index is the one of its spot market. */
  private applyIndex(event: DurableEvent): void {
    const { seq, timeMs } = event;
    const marketId = event.field(INDEX.marketId);
    const priceE8 = event.field(INDEX.priceE8);
    this.known(marketId);
    for (const state of this.states) {
      const follows = state.listed.marketId === marketId || state.listed.contract?.indexMarketId === marketId;
      if (!follows || seq <= state.stateSeededSeq) continue;
      state.indexE8 = priceE8;
      state.indexSeq = seq;
      state.indexTimeMs = timeMs;
      state.indexTicks.add({ timeMs, priceE8 });
      for (const listener of state.indexListeners) listener(priceE8, seq, timeMs);
    }
  }

  /** A status already in the views is repeated at most once, and the latest one comes last. */
  private applyStatus({ marketId, status, reason }: EventOf<"market-status-changed">): void {
    const state = this.known(marketId);
    state.status = status;
    state.statusReason = namedReason(reason ?? "none");
    for (const listener of state.statusListeners) listener();
  }

  private applyMark(durable: DurableEvent): void {
    const event = durable.decode();
    if (event.kind !== "mark-changed") return;
    const state = this.known(event.marketId);
    if (durable.seq <= state.stateSeededSeq) return;
    const { markTicks, lastFundingPpm, expectedFundingPpm, nextFundingAtMs, openInterestLots } = event;
    state.figures = { markTicks, lastFundingPpm, expectedFundingPpm, nextFundingAtMs, openInterestLots };
  }

  private applyRare(event: ExchangeEvent, timeMs: number): void {
    switch (event.kind) {
      case "market-status-changed":
        this.applyStatus(event);
        return;
      case "option-terms-set":
        this.offerOptions(event.terms);
        return;
      case "asset-listed":
        this.listings.addAsset(event.assetId, event.asset);
        return;
      case "mining-plan-changed":
        this.listings.setMiningPlan(event.planId, event.plan);
        return;
      case "lever-listed":
        this.setLever(event.marketId, event.lever);
        return;
      case "market-listed":
        this.listings.addMarket(event.marketId, event.market, timeMs);
        break;
      case "contract-listed":
        this.listings.addContract(event.marketId, event.contract, timeMs);
        break;
      default:
        return;
    }
    this.states[event.marketId] ??= new MirroredMarket(this.listings.market(event.marketId));
  }

  private addListing({ marketId, spec, contract }: MarketState): void {
    if (contract === undefined) this.listings.addMarket(marketId, spec);
    else this.listings.addContract(marketId, contract.spec);
  }

  private setLever(marketId: number, spec: LeverSpec): void {
    this.listings.setLever(marketId, spec);
    this.known(marketId).hasLever = true;
  }
}
