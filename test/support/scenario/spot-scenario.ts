import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command, PlaceOrder } from "@candor/domain/commands/commands";
import type {
  AccountRole,
  MarketStatus,
  SelfTrade,
  Side,
  TimeInForce,
  Wallet,
} from "@candor/domain/enumerations";
import type { ExchangeEvent, Executed, OrderChanged } from "@candor/domain/events/events";
import { LIMITS } from "@candor/domain/limits";
import type { AssetSpec, SpotMarketSpec } from "@candor/domain/specs/listing";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { formatDecimal, parseDecimal, trimZeros } from "@candor/money/decimal";
import { Auditor } from "@candor/simulator/auditor";
import { expect } from "vitest";

const ASSETS = [
  { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "1" },
  { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0.0001" },
] as const satisfies readonly AssetSpec[];
export type Coin = (typeof ASSETS)[number]["symbol"];

/** One tick is 1 USDT, one lot 0.01 BTC; the index is 1000, maker fee 0.1 %, taker fee 0.2 %. */
export const MARKET: SpotMarketSpec = {
  symbol: "BTCUSDT",
  base: "BTC",
  quote: "USDT",
  tick: "1",
  lot: "0.01",
  minQuantity: "0.02",
  maxQuantity: "1000",
  minNotional: "5",
  priceBandPpm: 200_000,
  marketProtectionPpm: 50_000,
  makerFeePpm: 1_000,
  takerFeePpm: 2_000,
};

export const SECOND = 1_000;
const START_MS = 1_767_225_600_000;

/** A user's balances in the spot wallet, each "available + frozen"; other wallets as "main USDT". */
export type Balances = Readonly<Record<string, string>>;

export interface Options {
  readonly timeInForce?: TimeInForce;
  readonly selfTrade?: SelfTrade;
  readonly key?: string;
}

/** A command's result as text. */
export interface Outcome {
  readonly error: string | undefined;
  readonly params: readonly number[];
  readonly replayedSeq: number;
  readonly seq: number;
  /** Id of the first order placed by the command, 0 if none. */
  readonly orderId: number;
  /** State of that order, or of the named order: "filled 1", "expired ioc 0.4 of 1", "open 0 of 1". */
  readonly order: string;
  /** "0.4 @ 1000". */
  readonly trades: readonly string[];
  readonly events: readonly ExchangeEvent[];
}

/** "12.50" as "12.5". */
function plain(units: number, scale: number): string {
  return trimZeros(formatDecimal(units, scale));
}

function read(text: string, scale: number): number {
  const value = parseDecimal(text, scale);
  if (typeof value === "string") throw new Error(`"${text}": ${value}`);
  return value;
}

/** Lots have two decimals, ticks none. */
const lots = (text: string): Lots => read(text, 2) as Lots;
const ticks = (text: string): Ticks => read(text, 0) as Ticks;

/**
 * A small exchange for tests that a trader can read: actions, then every balance. Users have names; numbers are the
 * decimals shown on screen. Every command passes the independent auditor.
 */
export class SpotScenario {
  exchange = new Exchange();
  timeMs = START_MS;
  /** Whether to compare everything after each command; tests with thousands of orders compare only at the end. */
  comparesEach = true;
  private readonly auditor = new Auditor();
  private readonly out = new EventWriter();
  private readonly users = new Map<string, number>();
  private readonly orders = new Map<number, OrderChanged>();

  constructor(market: Partial<SpotMarketSpec> = {}) {
    for (const asset of ASSETS) this.execute({ kind: "list-asset", asset });
    this.execute({ kind: "list-market", market: { ...MARKET, ...market }, minSources: 1 });
    this.index("1000");
  }

  execute(command: Command): Outcome {
    this.out.reset();
    this.exchange.execute(command, this.exchange.lastSeq + 1, this.timeMs, this.out);
    const events = readEvents(this.out.take());
    this.auditor.command(events);
    if (this.comparesEach) this.compare();
    const executed = events[0] as Executed;
    let placed: OrderChanged | undefined;
    for (const event of events) {
      if (event.kind !== "order-changed") continue;
      if (event.cause === "accepted") placed ??= event;
      this.orders.set(event.orderId, event);
    }
    const orderId = placed?.orderId ?? 0;
    return {
      error: executed.error,
      params: executed.params,
      replayedSeq: executed.replayedSeq,
      seq: executed.seq,
      orderId,
      order: orderId === 0 ? "" : this.order(orderId),
      trades: events.flatMap((event) =>
        event.kind === "trade-made" ? [`${plain(event.quantityLots, 2)} @ ${event.priceTicks}`] : [],
      ),
      events,
    };
  }

  /** Opens an account with funds in the spot wallet. */
  user(name: string, coins: Partial<Record<Coin, string>> = {}, role: AccountRole = "trader"): this {
    const userId = LIMITS.firstUserId + this.users.size;
    this.users.set(name, userId);
    this.execute({ kind: "open-account", userId, role });
    for (const [coin, amount] of Object.entries(coins)) {
      const assetId = ASSETS.findIndex(({ symbol }) => symbol === coin);
      this.deposit(name, coin as Coin, amount);
      const amountUnits = read(amount, ASSETS[assetId]?.scale ?? 0) as Units;
      this.execute({ kind: "transfer", userId, assetId, from: "main", to: "coin", amountUnits, key: "" });
    }
    return this;
  }

  id(name: string): number {
    const userId = this.users.get(name);
    if (userId === undefined) throw new Error(`nobody is called ${name}`);
    return userId;
  }

  deposit(name: string, coin: Coin, amount: string, key = ""): Outcome {
    const { assetId, amountUnits } = this.amount(coin, amount);
    return this.execute({
      kind: "deposit",
      userId: this.id(name),
      assetId,
      amountUnits,
      origin: "faucet",
      key,
    });
  }

  transfer(name: string, coin: Coin, amount: string, from: Wallet, to: Wallet, key = ""): Outcome {
    const { assetId, amountUnits } = this.amount(coin, amount);
    return this.execute({ kind: "transfer", userId: this.id(name), assetId, from, to, amountUnits, key });
  }

  /** Reports a source's price, which becomes the index because it is the only source. */
  index(price: string): Outcome {
    return this.sourceSays(0, price);
  }

  /** Reports the price of one of several sources. */
  sourceSays(sourceId: number, price: string): Outcome {
    const priceE8 = read(price, 8) as PriceE8;
    return this.execute({ kind: "observe-price", marketId: 0, sourceId, priceE8, observedAtMs: this.timeMs });
  }

  /** Advances time; the source keeps repeating its price unless it is silent. */
  wait(ms: number): Outcome {
    this.timeMs += ms;
    return this.execute({ kind: "advance-time" });
  }

  status(status: MarketStatus): Outcome {
    return this.execute({ kind: "set-market-status", marketId: 0, status });
  }

  /** Executes any place-order command; omitted fields are empty. */
  place(name: string, fields: Partial<PlaceOrder>): Outcome {
    return this.execute({ ...this.blank(name), ...fields });
  }

  limit(name: string, side: Side, quantity: string, price: string, options: Options = {}): Outcome {
    return this.place(name, { side, quantityLots: lots(quantity), priceTicks: ticks(price), ...options });
  }

  market(name: string, side: Side, quantity: string, options: Options = {}): Outcome {
    return this.place(name, { type: "market", side, quantityLots: lots(quantity), ...options });
  }

  /** Places a market order for this amount of the quote coin. */
  marketFor(name: string, side: Side, quote: string, options: Options = {}): Outcome {
    const quoteUnits = read(quote, 6) as Units;
    return this.place(name, { type: "market", side, quoteUnits, quantityLots: 0 as Lots, ...options });
  }

  stopLimit(
    name: string,
    side: Side,
    quantity: string,
    stop: string,
    price: string,
    options: Options = {},
  ): Outcome {
    const fields = { quantityLots: lots(quantity), stopTicks: ticks(stop), priceTicks: ticks(price) };
    return this.place(name, { type: "stop-limit", side, ...fields, ...options });
  }

  stopMarket(name: string, side: Side, quantity: string, stop: string, options: Options = {}): Outcome {
    return this.place(name, {
      type: "stop-market",
      side,
      quantityLots: lots(quantity),
      stopTicks: ticks(stop),
      ...options,
    });
  }

  /** `percent` may have four decimals; `activation` "" means none. */
  trailing(
    name: string,
    side: Side,
    quantity: string,
    percent: string,
    activation = "",
    options: Options = {},
  ): Outcome {
    const trailingPpm = read(percent, 4) as Ppm;
    const stopTicks = activation === "" ? (0 as Ticks) : ticks(activation);
    return this.place(name, {
      type: "trailing-stop",
      side,
      quantityLots: lots(quantity),
      trailingPpm,
      stopTicks,
      ...options,
    });
  }

  /** `stopLimit` "" makes the stop leg a market order. @param legKeys keys of the limit and the stop leg */
  oco(
    name: string,
    side: Side,
    quantity: string,
    price: string,
    stop: string,
    stopLimit = "",
    key = "",
    legKeys?: readonly [string, string],
  ): Outcome {
    return this.execute({
      kind: "place-oco",
      userId: this.id(name),
      marketId: 0,
      side,
      selfTrade: "expire-taker",
      quantityLots: lots(quantity),
      priceTicks: ticks(price),
      stopTicks: ticks(stop),
      stopLimitTicks: stopLimit === "" ? (0 as Ticks) : ticks(stopLimit),
      key,
      ...(legKeys && { limitKey: legKeys[0], stopKey: legKeys[1] }),
    });
  }

  cancel(name: string, orderId: number): Outcome {
    return this.execute({ kind: "cancel-order", userId: this.id(name), orderId, key: "" });
  }

  cancelByKey(name: string, key: string): Outcome {
    return this.execute({ kind: "cancel-order", userId: this.id(name), orderId: 0, key });
  }

  cancelAll(name: string, marketId = -1, key = ""): Outcome {
    return this.execute({ kind: "cancel-all", userId: this.id(name), marketId, key });
  }

  /** `quantity` is the new total. */
  reduce(name: string, orderId: number, quantity: string, key = ""): Outcome {
    const userId = this.id(name);
    return this.execute({ kind: "reduce-order", userId, orderId, quantityLots: lots(quantity), key });
  }

  /** Returns an order's last known state. */
  order(orderId: number): string {
    const order = this.orders.get(orderId);
    if (order === undefined) return "unknown";
    const { status, reason, quantityLots, executedLots } = order;
    const executed = plain(executedLots, 2);
    const of =
      quantityLots === 0 || quantityLots === executedLots
        ? executed
        : `${executed} of ${plain(quantityLots, 2)}`;
    return reason === "none" ? `${status} ${of}` : `${status} ${reason} ${of}`;
  }

  /** "1000 × 0.5", best first. */
  get bids(): string[] {
    return this.exchange.bookView(0, 100).bids.map(([price, left]) => `${price} × ${plain(left, 2)}`);
  }

  get asks(): string[] {
    return this.exchange.bookView(0, 100).asks.map(([price, left]) => `${price} × ${plain(left, 2)}`);
  }

  balances(name: string): Balances {
    const view = this.exchange.accountView(this.id(name));
    const found: Record<string, string> = {};
    for (const { wallet, assetId, availableUnits, frozenUnits } of view.balances) {
      const asset = ASSETS[assetId] as AssetSpec;
      const place = wallet === "coin" ? asset.symbol : `${wallet} ${asset.symbol}`;
      found[place] = `${plain(availableUnits, asset.scale)} + ${plain(frozenUnits, asset.scale)}`;
    }
    return found;
  }

  /** Checks all balances of all users, and the venue's earnings. */
  expectBalances(expected: Readonly<Record<string, Balances>>): void {
    const found: Record<string, Balances> = {};
    for (const name of this.users.keys()) found[name] = this.balances(name);
    const fees: Record<string, string> = {};
    ASSETS.forEach(({ symbol, scale }, assetId) => {
      const earned = this.exchange.systemBalance("fees", assetId);
      if (earned > 0) fees[symbol] = plain(earned, scale);
    });
    if (Object.keys(fees).length > 0) found["fees"] = fees;
    expect(found).toEqual(expected);
  }

  /** Compares the auditor's results with the exchange's views. */
  compare(): void {
    this.auditor.compare(this.exchange);
  }

  /** Continues from a snapshot. */
  restart(): void {
    this.exchange = Exchange.restore(this.exchange.snapshot());
  }

  protected amount(coin: Coin, amount: string): { assetId: number; amountUnits: Units } {
    const assetId = ASSETS.findIndex(({ symbol }) => symbol === coin);
    return { assetId, amountUnits: read(amount, ASSETS[assetId]?.scale ?? 0) as Units };
  }

  private blank(name: string): PlaceOrder {
    return {
      kind: "place-order",
      userId: this.id(name),
      marketId: 0,
      side: "buy",
      type: "limit",
      timeInForce: "gtc",
      selfTrade: "expire-taker",
      quantityLots: 0 as Lots,
      quoteUnits: 0 as Units,
      priceTicks: 0 as Ticks,
      stopTicks: 0 as Ticks,
      trailingPpm: 0 as Ppm,
      key: "",
    };
  }
}

/** A market with a maker: sells 1 at 1010 and 2 at 1020, buys 1 at 990 and 2 at 980. */
export function withMaker(scenario: SpotScenario = new SpotScenario()): SpotScenario {
  scenario.user("maker", { USDT: "100000", BTC: "100" }, "labelled");
  scenario.limit("maker", "sell", "1", "1010");
  scenario.limit("maker", "sell", "2", "1020");
  scenario.limit("maker", "buy", "1", "990");
  scenario.limit("maker", "buy", "2", "980");
  return scenario;
}
