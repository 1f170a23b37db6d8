import { NO_MARKET } from "@candor/codec/command-outline";
import { EventWriter } from "@candor/codec/event-writer";
import { RuledBook } from "@candor/core/book/ruled-book";
import { Exchange } from "@candor/core/exchange/exchange";
import { BUY } from "@candor/core/memory/order-slab";
import type { CancelOrder, Command, ObservePrice } from "@candor/domain/commands/commands";
import type { PlaceContractOrder } from "@candor/domain/commands/contract-commands";
import { LIMITS } from "@candor/domain/limits";
import { NEWEST_RULES } from "@candor/domain/rules";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { SpotMarketSpec } from "@candor/domain/specs/listing";
import type { Lots, PriceE8, Ticks, Units } from "@candor/money/brand";
import { LIMIT_ORDER, usersOf, type Writable } from "./core-flow.ts";
import { OPERATION, OPERATION_WORDS } from "./order-flow.ts";
import { replayOnBook } from "./order-flow-replay.ts";

const { firstUserId } = LIMITS;
/** Enough for a user's largest holdings in the flow, three to ten times over. */
const FUNDS_UNITS = 1_500_000_000 as Units;
const SPOT_MARKET = 0;
const CONTRACT_MARKET = 1;
/** The middle of the flow's prices, in 1e-8 of the quote coin, and the maximum drift of the index from it. */
const MIDDLE_E8 = 100_000_000_000;
const WANDERS_E8 = 100_000_000;
const INDEX_STEPS = 200;
/** Commands between two ticks of the index and the mark. */
const COMMANDS_PER_TICK = 100;
const TICK_MS = 1_000;
/** Twenty minutes before a funding payment. */
const START_MS = 1_767_225_600_000 - 1_200_000;
/** Number of commands whose events share one buffer before it is cleared, like a frame of the journal. */
const BATCH = 64;

/**
 * The flow's lots are hundredths of a bitcoin and its prices around 1,000 USDT, so orders are worth hundreds of USDT.
 */
export const FLOW_SPOT: SpotMarketSpec = {
  symbol: "BTCUSDT",
  base: "BTC",
  quote: "USDT",
  tick: "0.01",
  lot: "0.01",
  minQuantity: "0.01",
  maxQuantity: "1000",
  minNotional: "0",
  priceBandPpm: 900_000,
  marketProtectionPpm: 50_000,
  makerFeePpm: 1_000,
  takerFeePpm: 1_000,
};

export const FLOW_CONTRACT: ContractSpec = {
  ...FLOW_SPOT,
  makerFeePpm: 200,
  takerFeePpm: 500,
  liquidationFeePpm: 1_250,
  indexSymbol: "BTCUSDT",
  fundingIntervalMs: 28_800_000,
  interestPpm: 100,
  fundingCapPpm: 3_000,
  brackets: [
    { notionalCap: "50000", maxLeverage: 100, maintenancePpm: 4_000, cumulative: "0" },
    { notionalCap: "250000", maxLeverage: 50, maintenancePpm: 5_000, cumulative: "50" },
    { notionalCap: "1000000", maxLeverage: 25, maintenancePpm: 10_000, cumulative: "1300" },
    { notionalCap: "10000000", maxLeverage: 10, maintenancePpm: 25_000, cumulative: "16300" },
    { notionalCap: "100000000", maxLeverage: 5, maintenancePpm: 50_000, cumulative: "266300" },
  ],
};

/**
 * Drives the whole exchange with the operations of an order flow as contract orders: many users with cross margin, each
 * of whom buys and sells, so that positions are opened, closed and reversed. After every hundred commands a second
 * passes and the index moves, and with it the mark. Once in a long flow every position pays or receives funding. The
 * trades equal those of the bare flow, because no order reaches its user's own.
 */
export class PerpetualFlow {
  readonly exchange = new Exchange();
  readonly out = new EventWriter();
  private readonly operations: Int32Array;
  /** By operation. */
  private readonly users: Int32Array;
  private seq = 0;
  private timeMs = START_MS;
  private ticks = 0;
  private readonly place: Writable<PlaceContractOrder> = {
    kind: "place-contract-order",
    ...LIMIT_ORDER,
    marketId: CONTRACT_MARKET,
    triggerBy: "mark",
    reduceOnly: false,
    leverage: 0,
    takeProfitTicks: 0 as Ticks,
    stopLossTicks: 0 as Ticks,
  };
  private readonly cancel: Writable<CancelOrder> = { kind: "cancel-order", userId: 0, orderId: 0, key: "" };
  private readonly observe: Writable<ObservePrice> = {
    kind: "observe-price",
    marketId: SPOT_MARKET,
    sourceId: 0,
    priceE8: 0 as PriceE8,
    observedAtMs: 0,
  };

  /** Opens and funds the users. `owners` is indexed by order id, from `flowOwners`. */
  constructor(operations: Int32Array, owners: Int32Array, users: number) {
    this.operations = operations;
    this.users = usersOf(operations, owners);
    for (const command of openingCommands(users, START_MS)) {
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
      if (n % COMMANDS_PER_TICK === 0) this.execute(this.tick());
      if (n + 1 < to) this.announce(n + 1);
      this.execute(this.commandAt(n));
    }
  }

  /** Announces commands as the engine does within a batch. */
  private announce(n: number): void {
    const { exchange, operations, users } = this;
    const at = n * OPERATION_WORDS;
    if (operations[at] === OPERATION.cancel)
      exchange.prefetch(users[n] as number, NO_MARKET, operations[at + 4] as number);
    else exchange.prefetch(users[n] as number, CONTRACT_MARKET, 0);
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
    place.userId = users[n] as number;
    place.side = operations[at + 1] === BUY ? "buy" : "sell";
    place.priceTicks = operations[at + 2] as Ticks;
    place.quantityLots = operations[at + 3] as Lots;
    return place;
  }

  /** One second later the index has moved: back and forth within a thousandth. */
  tick(): Command {
    this.timeMs += TICK_MS;
    const step = this.ticks++ % (INDEX_STEPS * 2);
    const away = (step < INDEX_STEPS ? step : INDEX_STEPS * 2 - step) - INDEX_STEPS / 2;
    this.observe.priceE8 = (MIDDLE_E8 + (away * WANDERS_E8) / (INDEX_STEPS / 2)) as PriceE8;
    this.observe.observedAtMs = this.timeMs;
    return this.observe;
  }

  execute(command: Command): void {
    this.exchange.execute(command, ++this.seq, this.timeMs, this.out);
  }
}

/**
 * Spreads the orders over the users so that no order reaches its user's own: a conflicting user is replaced by the next
 * one.
 */
export function flowOwners(operations: Int32Array, users: number): Int32Array {
  const owners = new Int32Array(operations.length / OPERATION_WORDS + 1);
  for (let orderId = 1; orderId < owners.length; orderId++)
    owners[orderId] = firstUserId + ((Math.imul(orderId, 0x9e3779b1) >>> 0) % users);
  /** For each order, the makers that it filled as the taker. */
  const met = new Map<number, number[]>();
  const onTrade = (makerId: number, takerId: number): void => {
    const makers = met.get(takerId);
    if (makers === undefined) met.set(takerId, [makerId]);
    else makers.push(makerId);
  };
  replayOnBook(new RuledBook({ onTrade, onMakerExpired() {} }), operations);
  // In id order: makers are older than their takers.
  for (const [takerId, makers] of met) {
    const taken = new Set(makers.map((makerId) => owners[makerId] as number));
    while (taken.has(owners[takerId] as number))
      owners[takerId] = firstUserId + (((owners[takerId] as number) + 1 - firstUserId) % users);
  }
  return owners;
}

/** The listing, an index in the middle of the flow's prices, and users with money for contracts in cross mode. */
function* openingCommands(users: number, timeMs: number): Generator<Command> {
  const amountUnits = FUNDS_UNITS;
  yield { kind: "list-asset", asset: { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "0" } };
  yield { kind: "list-asset", asset: { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0" } };
  yield { kind: "list-market", minSources: 1, market: FLOW_SPOT };
  yield { kind: "list-contract", minSources: 1, contract: FLOW_CONTRACT };
  yield {
    kind: "observe-price",
    marketId: SPOT_MARKET,
    sourceId: 0,
    priceE8: MIDDLE_E8 as PriceE8,
    observedAtMs: timeMs,
  };
  yield { kind: "adopt-rules", version: NEWEST_RULES };
  for (let userId: number = firstUserId; userId < firstUserId + users; userId++) {
    yield { kind: "open-account", userId, role: "trader" };
    yield { kind: "deposit", userId, assetId: 0, amountUnits, origin: "faucet", key: "" };
    yield { kind: "transfer", userId, assetId: 0, from: "main", to: "contract", amountUnits, key: "" };
    yield {
      kind: "set-leverage",
      userId,
      marketId: CONTRACT_MARKET,
      leverage: 20,
      marginMode: "cross",
      key: "",
    };
  }
}
