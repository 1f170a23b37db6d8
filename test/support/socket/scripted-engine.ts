import { packOrderCodes } from "@candor/codec/event-record";
import { EventWriter } from "@candor/codec/event-writer";
import { COMMAND_KINDS, type CommandKind } from "@candor/domain/commands/commands";
import {
  type BookView,
  type EnginePort,
  type EngineQueries,
  type EventBatch,
  type EventListener,
  type ExchangeView,
  type OptionsView,
  QUERIES,
} from "@candor/domain/engine-port";
import {
  FUND_RECORD_KINDS,
  type FundRecordKind,
  MARKET_STATUSES,
  type MarketStatus,
  ORDER_CAUSES,
  ORDER_STATUSES,
  ORDER_TYPES,
  type OrderStatus,
  SIDES,
  type Side,
  STATUS_REASONS,
  type StatusReason,
  WALLETS,
  type Wallet,
} from "@candor/domain/enumerations";
import type { MiningView } from "@candor/domain/mining-view";
import type { AssetSpec, SpotMarketSpec } from "@candor/domain/specs/listing";
import { EventDispatcher } from "@candor/server/engine/runtime/event-dispatcher";
import { queryMethods } from "@candor/server/engine/runtime/query-methods";
import { DepthLadder } from "@candor/wire/depth-ladder";

export const ASSETS: readonly AssetSpec[] = [
  { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "1" },
  { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0.0001" },
  { symbol: "ETH", name: "Ether", scale: 8, minTransfer: "0.001" },
];

const market = (base: string, tick: string, lot: string): SpotMarketSpec => ({
  symbol: `${base}USDT`,
  base,
  quote: "USDT",
  tick,
  lot,
  minQuantity: lot,
  maxQuantity: "100",
  minNotional: "5",
  priceBandPpm: 200_000,
  marketProtectionPpm: 50_000,
  makerFeePpm: 1_000,
  takerFeePpm: 1_000,
});
export const MARKETS: readonly SpotMarketSpec[] = [
  market("BTC", "0.1", "0.00001"),
  market("ETH", "0.01", "0.0001"),
];
export const BTCUSDT = 0;
export const ETHUSDT = 1;

export interface ScriptedOrder {
  readonly orderId: number;
  readonly userId: number;
  readonly side?: Side;
  readonly status?: OrderStatus;
  readonly quantityLots?: number;
  readonly priceTicks?: number;
  readonly executedLots?: number;
  readonly key?: string;
}

/** Events of one scripted command. The engine adds times and numbers. */
export class CommandScript {
  private readonly out: EventWriter;
  private readonly engine: ScriptedEngine;
  private readonly timeMs: number;

  constructor(out: EventWriter, engine: ScriptedEngine, timeMs: number) {
    this.out = out;
    this.engine = engine;
    this.timeMs = timeMs;
  }

  level(marketId: number, side: Side, priceTicks: number, totalLots: number): void {
    const book = this.engine.book(marketId);
    (side === "buy" ? book.bids : book.asks).set(priceTicks, totalLots);
    this.out.levelChanged(marketId, SIDES.indexOf(side), priceTicks, totalLots);
  }

  order(order: ScriptedOrder): void {
    const codes = packOrderCodes(
      ORDER_CAUSES.indexOf("accepted"),
      0,
      SIDES.indexOf(order.side ?? "buy"),
      ORDER_TYPES.indexOf("limit"),
      0,
      0,
      ORDER_STATUSES.indexOf(order.status ?? "open"),
      0,
      0,
    );
    const { orderId, userId, quantityLots = 400, priceTicks = 639_900, executedLots = 0, key = "" } = order;
    this.out.orderChanged(
      codes,
      Float64Array.of(orderId, this.timeMs),
      0,
      userId,
      BTCUSDT,
      quantityLots,
      0,
      priceTicks,
      0,
      0,
      0,
      executedLots,
      executedLots * priceTicks,
      executedLots,
      0,
      key,
    );
  }

  trade(
    makerUserId: number,
    takerUserId: number,
    priceTicks: number,
    quantityLots: number,
    tradeId?: number,
  ): void {
    const id = tradeId ?? this.engine.nextTradeId();
    this.engine.state.lastTicks = priceTicks;
    this.out.tradeMade(
      id,
      BTCUSDT,
      priceTicks,
      quantityLots,
      priceTicks * quantityLots,
      SIDES.indexOf("buy"),
      1,
      2,
      makerUserId,
      takerUserId,
      quantityLots * priceTicks * 0.001,
      quantityLots,
      makerUserId >= LABELLED_FROM ? 1 : 0,
      takerUserId >= LABELLED_FROM ? 1 : 0,
      0,
      0,
      0,
      0,
    );
  }

  balance(userId: number, wallet: Wallet, assetId: number, available: number, frozen: number): void {
    this.out.balanceChanged(userId, WALLETS.indexOf(wallet), assetId, available, frozen);
  }

  funds(userId: number, wallet: Wallet, assetId: number, amount: number, record: FundRecordKind): void {
    this.out.fundsPosted(
      userId,
      WALLETS.indexOf(wallet),
      assetId,
      amount,
      amount,
      FUND_RECORD_KINDS.indexOf(record),
      1,
    );
  }

  index(marketId: number, priceE8: number): void {
    this.out.indexChanged(marketId, priceE8, 1);
  }

  status(marketId: number, status: MarketStatus): void {
    this.engine.state.status = status;
    this.out.marketStatusChanged(marketId, MARKET_STATUSES.indexOf(status));
  }

  stopped(marketId: number, reason: StatusReason): void {
    this.engine.state.status = "cancel-only";
    this.engine.state.statusReason = reason;
    const status = MARKET_STATUSES.indexOf("cancel-only");
    this.out.marketStatusExplained(marketId, status, STATUS_REASONS.indexOf(reason));
  }
}

/** Users from this id on belong to the sandbox. */
const LABELLED_FROM = 900;

interface ScriptedBook {
  readonly bids: DepthLadder;
  readonly asks: DepthLadder;
}

type Scripted = "bookView" | "miningView" | "optionsView" | "exchangeView";
const Unscripted = queryMethods(QUERIES, (_, name) =>
  Promise.reject(new Error(`the script has no ${name}`)),
) as abstract new () => Omit<EngineQueries, Scripted>;

/** An engine that emits the test's events, in batches like the real one's. */
export class ScriptedEngine extends Unscripted implements EnginePort {
  readonly state = {
    status: "trading" as MarketStatus,
    statusReason: "none" as StatusReason,
    lastTicks: 0,
    indexE8: 6_400_000_000_000,
  };
  private readonly books: ScriptedBook[] = MARKETS.map(() => ({
    bids: new DepthLadder("buy"),
    asks: new DepthLadder("sell"),
  }));
  private readonly listeners = new Set<(batch: EventBatch) => void>();
  private readonly events = new EventDispatcher();
  private seq = 0;
  private trades = 0;
  private timeMs = 1_767_225_600_000;

  get durableSeq(): number {
    return this.seq;
  }

  nextTradeId(): number {
    this.trades += 1;
    return this.trades;
  }

  book(marketId: number): ScriptedBook {
    const book = this.books[marketId];
    if (book === undefined) throw new Error(`no market ${marketId}`);
    return book;
  }

  /** Emits one batch with a command for each script. */
  batch(...scripts: ((command: CommandScript) => void)[]): void {
    const out = new EventWriter();
    const firstSeq = this.seq + 1;
    this.timeMs += 10;
    for (const script of scripts) {
      this.seq += 1;
      out.executed(this.seq, this.timeMs, commandIndex("place-order"), 1);
      script(new CommandScript(out, this, this.timeMs));
    }
    const batch = { firstSeq, lastSeq: this.seq, timeMs: this.timeMs, words: out.take() };
    this.events.deliver(batch);
    for (const listener of this.listeners) listener(batch);
  }

  subscribe(listener: (batch: EventBatch) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  on(listener: EventListener): () => void {
    return this.events.on(listener);
  }

  async bookView(marketId: number, levels: number): Promise<BookView> {
    const { bids, asks } = this.book(marketId);
    const side = (ladder: DepthLadder) =>
      Array.from(
        { length: Math.min(levels, ladder.size) },
        (_, rank) => [ladder.priceAt(rank), ladder.quantityAt(rank)] as const,
      );
    return { asOfSeq: this.seq, bids: side(bids), asks: side(asks) };
  }

  async miningView(): Promise<MiningView> {
    return { asOfSeq: this.seq, timeMs: this.timeMs, plans: [], reserves: [], miners: [] };
  }

  async optionsView(): Promise<OptionsView> {
    const none = { terms: undefined, poolUnits: 0, escrowUnits: 0, owedUnits: 0, offers: [], open: [] };
    return { asOfSeq: this.seq, ...none };
  }

  async exchangeView(): Promise<ExchangeView> {
    return {
      asOfSeq: this.seq,
      timeMs: this.timeMs,
      referralRatePpm: 0,
      newestUser: 0,
      assets: ASSETS,
      markets: MARKETS.map((spec, marketId) => ({ marketId, spec, ...this.state })),
    };
  }

  submit(): Promise<never> {
    return this.execute();
  }

  execute(): Promise<never> {
    return Promise.reject(new Error("the script has the word"));
  }

  async stateHash(): Promise<{ seq: number; hash: string }> {
    return { seq: this.seq, hash: "" };
  }
}

function commandIndex(kind: CommandKind): number {
  return COMMAND_KINDS.indexOf(kind);
}
