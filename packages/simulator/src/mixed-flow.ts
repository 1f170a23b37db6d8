import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import { BUY } from "@candor/core/memory/order-slab";
import type { CancelOrder, Command, PlaceOrder } from "@candor/domain/commands/commands";
import type { PlaceContractOrder } from "@candor/domain/commands/contract-commands";
import type { PlaceLeverOrder } from "@candor/domain/commands/lever-commands";
import { LIMITS } from "@candor/domain/limits";
import { NEWEST_RULES } from "@candor/domain/rules";
import type { LeverSpec } from "@candor/domain/specs/lever-listing";
import type { MiningPlan } from "@candor/domain/specs/mining-plan";
import type { OptionTerms } from "@candor/domain/specs/option-terms";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { LIMIT_ORDER, type Writable } from "./core-flow.ts";
import { OPERATION, OPERATION_WORDS } from "./order-flow.ts";
import { FLOW_CONTRACT, FLOW_SPOT } from "./perpetual-flow.ts";

const { firstUserId } = LIMITS;
const USDT = 0;
const BTC = 1;
const SPOT = 0;
const CONTRACT = 1;
/** A user's balance of each coin in each wallet: several times what the whole flow needs. */
const WALLET_USDT = 20_000_000_000 as Units;
const WALLET_BTC = 20_000_000_000 as Units;
/** The middle of the flow's prices, in 1e-8 of the quote coin, and the maximum drift of the index from it. */
const MIDDLE_E8 = 100_000_000_000;
const WANDERS_E8 = 100_000_000;
const INDEX_STEPS = 200;
const START_MS = 1_767_225_600_000 - 1_200_000;
const TICK_MS = 1_000;
/** Operations between two ticks of the index, and between two commands of the other products. */
const OPERATIONS_PER_TICK = 100;
const OPERATIONS_PER_PRODUCT = 10;
/** Number of commands whose events share one buffer before it is cleared, like a frame of the journal. */
const BATCH = 64;
/** Cumulative shares of ten orders: spot without margin, then contract; the rest are margin orders on the spot book. */
const SPOT_SHARE = 5;
const CONTRACT_SHARE = 9;
const SHARES = 10;
/** A user claims a machine this many turns after buying it: two seconds or more. */
const CLAIMED_AFTER = 25;
const GOLDEN = 0x9e3779b1;

const TERMS: OptionTerms = {
  asset: "USDT",
  minStake: "5",
  maxStake: "5000",
  userCap: "20000",
  expiryCap: "50000000",
  poolCap: "500000000",
  offers: [{ symbol: "BTCUSDT", durations: [{ durationSeconds: 60, payoutPpm: 800_000 }] }],
};
const PLAN: MiningPlan = {
  name: "Flow",
  asset: "USDT",
  price: "20",
  totalOutput: "21",
  durationDays: 30,
  hashRateGhs: 1_000,
  stock: 1_000_000,
  limitPerUser: LIMITS.maxMinersPerUser,
  refundPpm: 900_000,
};
const LEVER: LeverSpec = {
  leverages: [2, 5, 10],
  baseHourlyPpm: 8,
  quoteHourlyPpm: 12,
  baseUserLimit: "1000",
  quoteUserLimit: "1000000",
  basePairLimit: "1000000",
  quotePairLimit: "1000000000",
};

/**
 * Drives the whole exchange with every product. The operations of an order flow go to the spot book, to a contract and
 * to margin accounts, by order. Between them timed options are bought and settled, machines bought and claimed, coins
 * converted and moved. Every hundred operations a second passes and the index moves.
 */
export class MixedFlow {
  readonly exchange = new Exchange();
  readonly out = new EventWriter();
  private readonly operations: Int32Array;
  private readonly users: number;
  /** The exchange's id of each order of the flow, and its owner. */
  private readonly orderIds: Int32Array;
  private readonly owners: Int32Array;
  private seq = 0;
  private timeMs = START_MS;
  private ticks = 0;
  private products = 0;
  private readonly spot: Writable<PlaceOrder> = {
    kind: "place-order",
    ...LIMIT_ORDER,
    marketId: SPOT,
    quoteUnits: 0 as Units,
  };
  private readonly contract: Writable<PlaceContractOrder> = {
    kind: "place-contract-order",
    ...LIMIT_ORDER,
    marketId: CONTRACT,
    triggerBy: "mark",
    reduceOnly: false,
    leverage: 0,
    takeProfitTicks: 0 as Ticks,
    stopLossTicks: 0 as Ticks,
  };
  private readonly lever: Writable<PlaceLeverOrder> = {
    kind: "place-lever-order",
    ...LIMIT_ORDER,
    marketId: SPOT,
    quoteUnits: 0 as Units,
    effect: "borrow",
    leverage: 5,
  };
  private readonly canceling: Writable<CancelOrder> = {
    kind: "cancel-order",
    userId: 0,
    orderId: 0,
    key: "",
  };

  constructor(operations: Int32Array, users: number) {
    this.operations = operations;
    this.users = users;
    this.orderIds = new Int32Array(operations.length / OPERATION_WORDS + 1);
    this.owners = this.orderIds.map((_, flowId) => this.userOf(flowId));
    for (const command of openingCommands(users)) {
      this.out.reset();
      this.execute(command);
    }
  }

  /** Number of commands that a run of `operations` executes. */
  static commandsOf(operations: number): number {
    return (
      operations +
      Math.ceil(operations / OPERATIONS_PER_TICK) +
      Math.ceil(operations / OPERATIONS_PER_PRODUCT)
    );
  }

  /**
   * Executes the operations from `from` up to `to`, exclusive. Calls `onCommand` after each command, with its events in
   * `out`.
   */
  run(from = 0, to: number = this.operations.length / OPERATION_WORDS, onCommand?: () => void): void {
    for (let n = from; n < to; n++) {
      if (n % BATCH === 0 || onCommand !== undefined) this.out.reset();
      if (n % OPERATIONS_PER_TICK === 0) this.step(this.tick(), onCommand);
      if (n % OPERATIONS_PER_PRODUCT === 0) this.step(this.product(), onCommand);
      const at = n * OPERATION_WORDS;
      const flowId = this.operations[at + 4] as number;
      const isNew = this.operations[at] !== OPERATION.cancel;
      if (isNew) this.orderIds[flowId] = this.exchange.lastOrderId + 1;
      this.step(isNew ? this.order(at, flowId) : this.cancel(flowId), onCommand);
    }
  }

  private step(command: Command, onCommand: (() => void) | undefined): void {
    if (onCommand !== undefined) this.out.reset();
    this.execute(command);
    onCommand?.();
  }

  private execute(command: Command): void {
    this.exchange.execute(command, ++this.seq, this.timeMs, this.out);
  }

  private userOf(number: number): number {
    return firstUserId + ((Math.imul(number, GOLDEN) >>> 0) % this.users);
  }

  /** Like the other orders, in an object that is reused. */
  private cancel(flowId: number): Command {
    const { canceling } = this;
    canceling.userId = this.owners[flowId] as number;
    canceling.orderId = this.orderIds[flowId] as number;
    return canceling;
  }

  private order(at: number, flowId: number): Command {
    const { operations } = this;
    const share = flowId % SHARES;
    const order = share < SPOT_SHARE ? this.spot : share < CONTRACT_SHARE ? this.contract : this.lever;
    order.userId = this.owners[flowId] as number;
    order.side = operations[at + 1] === BUY ? "buy" : "sell";
    order.quantityLots = operations[at + 3] as Lots;
    order.priceTicks = operations[at + 2] as Ticks;
    return order;
  }

  /** The other products, in turn. */
  private product(): Command {
    const n = this.products++;
    const userId = this.userOf(n);
    switch (n % 8) {
      case 0:
        return { kind: "buy-miners", userId, planId: 0, quantity: 1, key: "" };
      case 1:
        return { kind: "claim-mining", userId: this.userOf(n - CLAIMED_AFTER), minerId: 0, key: "" };
      case 2:
        return {
          kind: "transfer",
          userId,
          assetId: USDT,
          from: "main",
          to: "coin",
          amountUnits: 1_000_000 as Units,
          key: "",
        };
      case 3:
        return {
          kind: "convert",
          userId,
          wallet: "coin",
          fromAssetId: USDT,
          toAssetId: BTC,
          fromUnits: 20_000_000 as Units,
          toUnits: 1 as Units,
          legs: [{ marketId: SPOT, side: "buy", quantityLots: 1 as Lots }],
          expiresAtMs: this.timeMs + TICK_MS,
          key: "",
        };
      default:
        return {
          kind: "place-option",
          userId,
          marketId: SPOT,
          direction: n % 2 === 0 ? "up" : "down",
          stakeUnits: 5_000_000 as Units,
          durationSeconds: 60,
          minPayoutPpm: 0 as Ppm,
          key: "",
        };
    }
  }

  /** One second later the index has moved: back and forth within a thousandth. */
  private tick(): Command {
    this.timeMs += TICK_MS;
    const step = this.ticks++ % (INDEX_STEPS * 2);
    const away = (step < INDEX_STEPS ? step : INDEX_STEPS * 2 - step) - INDEX_STEPS / 2;
    return {
      kind: "observe-price",
      marketId: SPOT,
      sourceId: 0,
      priceE8: (MIDDLE_E8 + (away * WANDERS_E8) / (INDEX_STEPS / 2)) as PriceE8,
      observedAtMs: this.timeMs,
    };
  }
}

/** The listings and pools, an index, and users with money in every wallet and in a margin account. */
function* openingCommands(users: number): Generator<Command> {
  yield { kind: "list-asset", asset: { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "0" } };
  yield { kind: "list-asset", asset: { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0" } };
  yield { kind: "list-market", minSources: 1, market: FLOW_SPOT };
  yield { kind: "list-contract", minSources: 1, contract: FLOW_CONTRACT };
  const index = { sourceId: 0, priceE8: MIDDLE_E8 as PriceE8, observedAtMs: START_MS };
  yield { kind: "observe-price", marketId: SPOT, ...index };
  for (const pool of ["option-pool", "mining-reserve", "lending-pool"] as const)
    yield { kind: "endow-pool", pool, assetId: USDT, totalUnits: 1_000_000_000_000_000 as Units };
  yield { kind: "endow-pool", pool: "lending-pool", assetId: BTC, totalUnits: 100_000_000_000_000 as Units };
  yield { kind: "set-option-terms", terms: TERMS };
  yield { kind: "set-mining-plan", planId: 0, plan: PLAN };
  yield { kind: "list-lever", marketId: SPOT, lever: LEVER };
  yield { kind: "adopt-rules", version: NEWEST_RULES };
  for (let userId: number = firstUserId; userId < firstUserId + users; userId++) {
    yield { kind: "open-account", userId, role: "trader" };
    for (const [assetId, amountUnits, wallets] of [
      [USDT, WALLET_USDT, ["coin", "coin", "contract", "option"]],
      [BTC, WALLET_BTC, ["coin", "coin"]],
    ] as const) {
      const depositUnits = (amountUnits * (wallets.length + 1)) as Units;
      yield { kind: "deposit", userId, assetId, amountUnits: depositUnits, origin: "faucet", key: "" };
      for (const to of wallets)
        yield { kind: "transfer", userId, assetId, from: "main", to, amountUnits, key: "" };
      yield {
        kind: "move-lever-funds",
        userId,
        marketId: SPOT,
        assetId,
        direction: "in",
        amountUnits,
        key: "",
      };
    }
    const mode = { leverage: 20, marginMode: "cross" } as const;
    yield { kind: "set-leverage", userId, marketId: CONTRACT, ...mode, key: "" };
  }
}
