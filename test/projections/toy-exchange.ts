import { commandIndex } from "@candor/codec/command-layout";
import { LAYOUT, writeEvent } from "@candor/codec/event-layouts";
import { packOrderCodes } from "@candor/codec/event-record";
import { EventWriter } from "@candor/codec/event-writer";
import type { CommandKind } from "@candor/domain/commands/commands";
import type { EventBatch } from "@candor/domain/engine-port";
import {
  FUND_RECORD_KINDS,
  ORDER_CAUSES,
  ORDER_REASONS,
  ORDER_STATUSES,
  type OrderCause,
  type OrderReason,
  type OrderStatus,
} from "@candor/domain/enumerations";
import type { ContractEvent } from "@candor/domain/events/contract-events";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { AssetSpec, SpotMarketSpec } from "@candor/domain/specs/listing";

const ASSETS: readonly AssetSpec[] = [
  { symbol: "USDT", name: "Tether", scale: 6, minTransfer: "1" },
  { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0.0001" },
  { symbol: "ETH", name: "Ether", scale: 8, minTransfer: "0.001" },
];
const USDT = 0;

const market = (base: string, tick: string, lot: string): SpotMarketSpec => ({
  symbol: `${base}USDT`,
  base,
  quote: "USDT",
  tick,
  lot,
  minQuantity: lot,
  maxQuantity: "1000",
  minNotional: "1",
  priceBandPpm: 100_000,
  marketProtectionPpm: 50_000,
  makerFeePpm: 1_000,
  takerFeePpm: 1_000,
});
const MARKETS: readonly SpotMarketSpec[] = [market("BTC", "0.1", "0.00001"), market("ETH", "0.01", "0.0001")];

/** Base units per lot, by market; one tick times one lot is one quote unit in both. */
const LOT_UNITS = [1_000, 10_000];

export interface ToyOrder {
  readonly orderId: number;
  readonly userId: number;
  readonly marketId: number;
  readonly side: 0 | 1;
  readonly createdAtMs: number;
  readonly key: string;
  readonly priceTicks: number;
  quantityLots: number;
  executedLots: number;
  executedQuoteUnits: number;
  feeUnits: number;
  status: OrderStatus;
  reason: OrderReason;
}

/**
 * Writes events of a fictitious exchange: callers decide what happens, and it keeps ids, times and balances consistent.
 * For tests of event readers; the core has its own tests.
 */
export class ToyExchange {
  private readonly out = new EventWriter();
  private readonly labelledUsers = new Set<number>();
  private readonly balances = new Map<string, number>();
  private firstSeq = 1;
  private nextOrderId = 1;
  private nextTradeId = 1;
  /** Trades of each market. */
  private readonly marketTrades: number[] = [];
  readonly orders: ToyOrder[] = [];
  seq = 0;
  timeMs: number;

  constructor(timeMs = 1_767_225_600_000) {
    this.timeMs = timeMs;
  }

  /** Ends the batch and starts the next one. */
  batch(): EventBatch {
    const batch: EventBatch = {
      firstSeq: this.firstSeq,
      lastSeq: this.seq,
      timeMs: this.timeMs,
      words: this.out.take(),
    };
    this.out.reset();
    this.firstSeq = this.seq + 1;
    return batch;
  }

  wait(ms: number): void {
    this.timeMs += ms;
  }

  private command(kind: CommandKind, userId = 0): number {
    this.seq++;
    return this.out.executed(this.seq, this.timeMs, commandIndex(kind), userId);
  }

  list(): void {
    for (const [assetId, asset] of ASSETS.entries()) {
      this.command("list-asset");
      LAYOUT.assetListed.write(this.out, { assetId, asset });
    }
    for (const [marketId, spec] of MARKETS.entries()) {
      this.command("list-market");
      LAYOUT.marketListed.write(this.out, { marketId, market: spec });
    }
  }

  /** Lists a contract with the next number. */
  listContract(marketId: number, spec: ContractSpec): void {
    this.command("list-contract");
    LAYOUT.contractListed.write(this.out, { marketId, contract: spec });
  }

  /** Writes a command with these contract events. */
  emit(...events: readonly Exclude<ContractEvent, { readonly kind: "contract-listed" }>[]): void {
    this.command("advance-time");
    for (const event of events) writeEvent(this.out, event);
  }

  index(marketId: number, priceE8: number): void {
    this.command("observe-price");
    this.out.indexChanged(marketId, priceE8, 1);
    this.out.marketStatusChanged(marketId, priceE8 > 0 ? 0 : 1);
  }

  open(userId: number, labelled = false): void {
    this.command("open-account", userId);
    if (labelled) this.labelledUsers.add(userId);
    this.out.accountOpened(userId, labelled ? 1 : 0);
  }

  /** Deposits play money directly into the spot wallet. */
  deposit(userId: number, assetId: number, units: number): void {
    this.command("deposit", userId);
    const after = this.post(userId, assetId, units);
    this.out.fundsPosted(userId, 1, assetId, units, after, FUND_RECORD_KINDS.indexOf("faucet"), this.seq);
    this.out.balanceChanged(userId, 1, assetId, after, 0);
  }

  reject(userId: number): void {
    this.out.reject(this.command("place-order", userId), 3);
  }

  private post(userId: number, assetId: number, units: number): number {
    const account = `${userId} ${assetId}`;
    const after = (this.balances.get(account) ?? 1e12) + units;
    this.balances.set(account, after);
    return after;
  }

  /** Places a limit order that trades with `against`, quantities in order, at their prices. */
  place(
    userId: number,
    marketId: number,
    side: 0 | 1,
    priceTicks: number,
    quantityLots: number,
    against: readonly (readonly [ToyOrder, number])[] = [],
    key = "",
  ): ToyOrder {
    this.command("place-order", userId);
    const order: ToyOrder = {
      orderId: this.nextOrderId++,
      userId,
      marketId,
      side,
      createdAtMs: this.timeMs,
      key,
      priceTicks,
      quantityLots,
      executedLots: 0,
      executedQuoteUnits: 0,
      feeUnits: 0,
      status: "open",
      reason: "none",
    };
    this.orders.push(order);
    const trades = against.map(([maker, lots]) => this.fill(maker, order, lots));
    this.change(order, "accepted");
    for (const [maker] of against) this.change(maker, "executed");
    for (const write of trades) write();
    this.out.levelChanged(marketId, side, priceTicks, quantityLots);
    return order;
  }

  private fill(maker: ToyOrder, taker: ToyOrder, lots: number): () => void {
    const { marketId, priceTicks } = maker;
    const quote = priceTicks * lots;
    const base = lots * (LOT_UNITS[marketId] as number);
    const after = (order: ToyOrder): [number, number, number] => {
      const received = order.side === 0 ? base : quote;
      const fee = Math.ceil(received / 1_000);
      order.executedLots += lots;
      order.executedQuoteUnits += quote;
      order.feeUnits += fee;
      order.status = order.executedLots === order.quantityLots ? "filled" : "partially-filled";
      const sign = order.side === 0 ? 1 : -1;
      const baseAfter = this.post(order.userId, marketId + 1, sign * base - (order.side === 0 ? fee : 0));
      const quoteAfter = this.post(order.userId, USDT, -sign * quote - (order.side === 0 ? 0 : fee));
      return [fee, baseAfter, quoteAfter];
    };
    const [makerFee, makerBase, makerQuote] = after(maker);
    const [takerFee, takerBase, takerQuote] = after(taker);
    const tradeId = this.nextTradeId++;
    const number = (this.marketTrades[marketId] ?? 0) + 1;
    this.marketTrades[marketId] = number;
    const labelled = (order: ToyOrder): number => (this.labelledUsers.has(order.userId) ? 1 : 0);
    return () =>
      this.out.tradeMade(
        ...([tradeId, marketId, priceTicks, lots, quote, taker.side, maker.orderId, taker.orderId] as const),
        ...([maker.userId, taker.userId, makerFee, takerFee, labelled(maker), labelled(taker)] as const),
        ...([makerBase, makerQuote, takerBase, takerQuote, number, number] as const),
      );
  }

  cancel(order: ToyOrder): void {
    this.command("cancel-order", order.userId);
    this.finish(order, "canceled", "user");
  }

  cancelAll(userId: number): ToyOrder[] {
    this.command("cancel-all", userId);
    const live = this.liveOrdersOf(userId);
    for (const order of live) this.finish(order, "canceled", "user");
    return live;
  }

  reduce(order: ToyOrder, quantityLots: number): void {
    this.command("reduce-order", order.userId);
    const released = order.quantityLots - quantityLots;
    order.quantityLots = quantityLots;
    this.change(order, "reduced", released);
  }

  liveOrdersOf(userId: number): ToyOrder[] {
    return this.orders.filter((order) => order.userId === userId && isLive(order));
  }

  private finish(order: ToyOrder, status: OrderStatus, reason: OrderReason): void {
    order.status = status;
    order.reason = reason;
    this.change(order, "closed", order.quantityLots - order.executedLots);
  }

  private change(order: ToyOrder, cause: OrderCause, releasedUnits = 0): void {
    const codes = packOrderCodes(
      ...([
        ORDER_CAUSES.indexOf(cause),
        0,
        order.side,
        0,
        0,
        0,
        ORDER_STATUSES.indexOf(order.status),
      ] as const),
      ...([ORDER_REASONS.indexOf(order.reason), this.labelledUsers.has(order.userId) ? 1 : 0] as const),
    );
    this.out.orderChanged(
      ...([
        codes,
        Float64Array.of(order.orderId, order.createdAtMs),
        0,
        order.userId,
        order.marketId,
        order.quantityLots,
        0,
        order.priceTicks,
      ] as const),
      ...([
        0,
        0,
        0,
        order.executedLots,
        order.executedQuoteUnits,
        order.feeUnits,
        releasedUnits,
        order.key,
      ] as const),
    );
  }
}

export function isLive(order: ToyOrder): boolean {
  return order.status === "open" || order.status === "partially-filled";
}
