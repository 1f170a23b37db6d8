import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import { BUY } from "@candor/core/memory/order-slab";
import type { CancelOrder, Command, PlaceOrder } from "@candor/domain/commands/commands";
import { LIMITS } from "@candor/domain/limits";
import { NEWEST_RULES } from "@candor/domain/rules";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { OPERATION, OPERATION_WORDS } from "./order-flow.ts";

/** A command object that is reused with new field values. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The common fields of the flows' orders of all products; user, side, price and quantity are set for each. */
export const LIMIT_ORDER = {
  userId: 0,
  side: "buy",
  type: "limit",
  timeInForce: "gtc",
  selfTrade: "expire-taker",
  quantityLots: 0 as Lots,
  priceTicks: 0 as Ticks,
  stopTicks: 0 as Ticks,
  trailingPpm: 0 as Ppm,
  key: "",
} as const;

/** Prices of 1,000 ticks and up, in a market where one lot at one tick is worth one unit of the quote coin. */
const TICK = "0.01";
const LOT = "0.0001";
const START_MS = 1_000_000;
/** Number of commands whose events share one buffer before it is cleared, like a frame of the journal. */
const BATCH = 64;

/**
 * Drives the whole exchange with the operations of an order flow. Each order is placed by one of many funded users,
 * buys by odd ones and sells by even ones, so that no order reaches its user's own and the trades equal those of the
 * bare flow.
 */
export class CoreFlow {
  readonly exchange = new Exchange();
  readonly out = new EventWriter();
  private readonly operations: Int32Array;
  private seq = 0;
  /** By operation. */
  private readonly users: Int32Array;
  private readonly place: Writable<PlaceOrder> = {
    kind: "place-order",
    ...LIMIT_ORDER,
    marketId: 0,
    quoteUnits: 0 as Units,
  };
  private readonly cancel: Writable<CancelOrder> = { kind: "cancel-order", userId: 0, orderId: 0, key: "" };

  /** Opens and funds the users. `users` must be even. */
  constructor(operations: Int32Array, users: number) {
    this.operations = operations;
    this.users = usersOf(operations, ownersOf(operations, users));
    for (const command of openingCommands(users)) {
      this.out.reset();
      this.execute(command);
    }
  }

  /**
   * Executes the operations from `from` up to `to`, exclusive. Each command's events stay in `out` until its batch
   * ends.
   */
  run(from = 0, to: number = this.operations.length / OPERATION_WORDS): void {
    for (let n = from; n < to; n++) {
      if (n % BATCH === 0) this.out.reset();
      this.execute(this.commandAt(n));
    }
  }

  /** Operation number `n` of the flow as a command, in an object that the next call reuses. */
  commandAt(n: number): Command {
    const { operations, users, place, cancel } = this;
    const at = n * OPERATION_WORDS;
    if (operations[at] === OPERATION.cancel) {
      cancel.orderId = operations[at + 4] as number;
      cancel.userId = users[n] as number;
      return cancel;
    }
    const side = operations[at + 1] as number;
    place.userId = users[n] as number;
    place.side = side === BUY ? "buy" : "sell";
    place.priceTicks = operations[at + 2] as Ticks;
    place.quantityLots = operations[at + 3] as Lots;
    return place;
  }

  execute(command: Command): void {
    this.exchange.execute(command, ++this.seq, START_MS, this.out);
  }
}

/** The user of each operation in order, as used in commands. `owners` is indexed by order id. */
export function usersOf(operations: Int32Array, owners: Int32Array): Int32Array {
  const users = new Int32Array(operations.length / OPERATION_WORDS);
  for (let n = 0; n < users.length; n++)
    users[n] = owners[operations[n * OPERATION_WORDS + 4] as number] as number;
  return users;
}

/** Spreads the orders over the users: an even number for buys, the odd one after it for sells. */
function ownersOf(operations: Int32Array, users: number): Int32Array {
  const owners = new Int32Array(operations.length / OPERATION_WORDS + 1);
  for (let at = 0; at < operations.length; at += OPERATION_WORDS) {
    if (operations[at] === OPERATION.cancel) continue;
    const orderId = operations[at + 4] as number;
    const pair = (Math.imul(orderId, 0x9e3779b1) >>> 0) % (users / 2);
    owners[orderId] = LIMITS.firstUserId + pair * 2 + (operations[at + 1] as number);
  }
  return owners;
}

/** The listing, an index in the middle of the flow's prices, and users with enough of both coins. */
export function* openingCommands(users: number): Generator<Command> {
  const amountUnits = Math.floor(LIMITS.maxUnits / users) as Units;
  yield { kind: "list-asset", asset: { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "0" } };
  yield { kind: "list-asset", asset: { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0" } };
  yield {
    kind: "list-market",
    minSources: 1,
    market: {
      symbol: "BTCUSDT",
      base: "BTC",
      quote: "USDT",
      tick: TICK,
      lot: LOT,
      minQuantity: LOT,
      maxQuantity: "1000",
      minNotional: "0",
      priceBandPpm: 900_000,
      marketProtectionPpm: 50_000,
      makerFeePpm: 1_000,
      takerFeePpm: 1_000,
    },
  };
  yield {
    kind: "observe-price",
    marketId: 0,
    sourceId: 0,
    priceE8: 100_000_000_000 as PriceE8,
    observedAtMs: START_MS,
  };
  yield { kind: "adopt-rules", version: NEWEST_RULES };
  for (let userId = LIMITS.firstUserId; userId < LIMITS.firstUserId + users; userId++) {
    yield { kind: "open-account", userId, role: "trader" };
    for (const assetId of [0, 1]) {
      yield { kind: "deposit", userId, assetId, amountUnits, origin: "faucet", key: "" };
      yield { kind: "transfer", userId, assetId, from: "main", to: "coin", amountUnits, key: "" };
    }
  }
}
