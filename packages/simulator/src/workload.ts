import type { CancelOrder, Command, PlaceOco, PlaceOrder } from "@candor/domain/commands/commands";
import { FREEZABLE_WALLETS, MARKET_STATUSES, TIMES_IN_FORCE, WALLETS } from "@candor/domain/enumerations";
import type { ExchangeEvent, OrderChanged } from "@candor/domain/events/events";
import { LIMITS } from "@candor/domain/limits";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { ContractsWorkload } from "./contracts-workload.ts";
import { EXPIRING_MODES } from "./expiring-modes.ts";
import { FundsWorkload } from "./funds-workload.ts";
import { LeverWorkload } from "./lever-workload.ts";
import { OperatorWorkload } from "./operator-workload.ts";
import { OptionsWorkload } from "./options-workload.ts";
import { mulberry32, type RandomSource } from "./order-flow-random.ts";
import { perhapsAnnounced } from "./perhaps-announced.ts";
import { ASSETS, CONTRACTS, MARKETS, OPTION_SYMBOLS, TICK_E8, USERS } from "./workload-listing.ts";
import { openingCommands } from "./workload-opening.ts";
import type { Step } from "./workload-step.ts";

/** Fraction of the commands that are made invalid on purpose. */
const SPOILT = 0.06;
/** Number of keyed commands kept for repetitions and conflicts. */
const KEPT_COMMANDS = 64;

type Draw = readonly [weight: number, make: () => Step];

/**
 * An endless day on a small exchange: seeded, with every kind of command, valid and invalid. It uses only the
 * exchange's events, so that it can cancel, reduce and repeat what actually exists.
 */
export class Workload {
  private readonly random: RandomSource;
  private readonly open: OrderChanged[] = [];
  private readonly place = new Map<number, number>();
  private readonly sent: Command[] = [];
  private readonly draws: readonly Draw[];
  private readonly totalWeight: number;
  private readonly midTicks = MARKETS.map((market) => market.midTicks);
  private readonly funds: FundsWorkload;
  private readonly contracts: ContractsWorkload;
  private readonly options: OptionsWorkload;
  private readonly lever: LeverWorkload;
  private readonly operators: OperatorWorkload;
  private nextKey = 1;
  private timeMs: number;

  constructor(seed: number, startMs: number) {
    this.random = mulberry32(seed);
    this.funds = new FundsWorkload(this.random, USERS, ASSETS.length);
    const markets = MARKETS.length + CONTRACTS.length;
    this.operators = new OperatorWorkload(this.random, USERS, ASSETS.length, markets);
    this.contracts = new ContractsWorkload(
      this.random,
      USERS,
      CONTRACTS.map((_, index) => MARKETS.length + index),
      (marketId) => this.midTicks[CONTRACTS[marketId - MARKETS.length] ?? 0] as number,
    );
    this.options = new OptionsWorkload(this.random, USERS, OPTION_SYMBOLS);
    this.lever = new LeverWorkload(this.random, USERS, [
      {
        marketId: 0,
        baseAsset: 1,
        quoteAsset: 0,
        midTicks: () => this.midTicks[0] as number,
        baseUnits: 20_000_000,
        quoteUnits: 3_000_000_000,
        lots: 120,
      },
      {
        marketId: 2,
        baseAsset: 2,
        quoteAsset: 1,
        midTicks: () => this.midTicks[2] as number,
        baseUnits: 400_000_000,
        quoteUnits: 15_000_000,
        lots: 300,
      },
    ]);
    this.timeMs = startMs;
    const soon =
      (make: () => Command): (() => Step) =>
      () => ({
        command: make(),
        passesMs: this.random.below(40),
      });
    this.draws = [
      [430, soon(() => this.placeOrder())],
      [30, soon(() => this.placeOco())],
      [170, soon(() => this.cancel())],
      [6, soon(() => this.cancelAll())],
      [40, soon(() => this.reduce())],
      [160, soon(() => this.observe())],
      [40, soon(() => this.transfer())],
      [25, soon(() => this.deposit())],
      [20, soon(() => this.again())],
      [6, soon(() => this.setStatus())],
      [4, soon(() => this.openAccount())],
      [2, soon(() => this.freezeAccount())],
      [3, soon(() => this.refer())],
      [8, soon(() => this.operators.next())],
      [60, soon(() => this.funds.next())],
      [300, soon(() => this.contracts.next())],
      [50, soon(() => this.options.next())],
      [130, soon(() => this.lever.next())],
      [8, () => this.pause()],
    ];
    this.totalWeight = this.draws.reduce((sum, [weight]) => sum + weight, 0);
  }

  /** The commands that start the day. */
  opening(): Generator<Step> {
    return openingCommands();
  }

  next(): Step {
    let draw = this.random.below(this.totalWeight);
    for (const [weight, make] of this.draws) {
      draw -= weight;
      if (draw >= 0) continue;
      const step = make();
      this.timeMs += step.passesMs;
      const command = this.random.chance(SPOILT) ? this.spoil(step.command) : step.command;
      this.keep(command);
      return { command, passesMs: step.passesMs };
    }
    throw new Error("weights do not add up");
  }

  /** Passes a command's events to the workload. */
  observeEvents(events: readonly ExchangeEvent[]): void {
    for (const event of events) {
      if (event.kind === "withdrawal-changed") this.funds.observe(event);
      if (event.kind !== "order-changed") continue;
      const at = this.place.get(event.orderId);
      const isLive =
        event.status === "open" || event.status === "partially-filled" || event.status === "untriggered";
      if (isLive) {
        this.place.set(event.orderId, at ?? this.open.length);
        this.open[at ?? this.open.length] = event;
      } else if (at !== undefined) {
        this.forget(event.orderId, at);
      }
    }
  }

  private forget(orderId: number, at: number): void {
    const last = this.open.pop() as OrderChanged;
    this.place.delete(orderId);
    if (last.orderId === orderId) return;
    this.open[at] = last;
    this.place.set(last.orderId, at);
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.random.below(list.length)] as T;
  }

  private user(): number {
    return LIMITS.firstUserId + this.random.below(USERS);
  }

  private key(): string {
    return this.random.chance(0.3) ? `k${this.nextKey++}` : "";
  }

  /** A price near the middle of a market, sometimes further away. */
  private near(marketId: number, reach: number): Ticks {
    const mid = this.midTicks[marketId] as number;
    const far = this.random.chance(0.05) ? 6 : 1;
    return Math.max(1, mid + this.random.below(2 * reach * far + 1) - reach * far) as Ticks;
  }

  private placeOrder(): PlaceOrder {
    const marketId = this.random.below(MARKETS.length);
    const common = {
      kind: "place-order",
      userId: this.user(),
      marketId,
      side: this.random.chance(0.5) ? "buy" : "sell",
      timeInForce: "gtc",
      selfTrade: this.pick(EXPIRING_MODES),
      quantityLots: (1 + this.random.below(marketId === 0 ? 60 : 200)) as Lots,
      quoteUnits: 0 as Units,
      priceTicks: 0 as Ticks,
      stopTicks: 0 as Ticks,
      trailingPpm: 0 as Ppm,
      key: this.key(),
    } as const;
    const draw = this.random.below(100);
    if (draw < 60) {
      const timeInForce = draw < 40 ? "gtc" : this.pick(TIMES_IN_FORCE);
      return { ...common, type: "limit", timeInForce, priceTicks: this.near(marketId, 6) };
    }
    if (draw < 72) return { ...common, type: "market" };
    if (draw < 78) {
      const quoteUnits = (1 + this.random.below(marketId === 2 ? 20_000_000 : 900_000_000)) as Units;
      return { ...common, type: "market", quantityLots: 0 as Lots, quoteUnits };
    }
    if (draw < 88) return { ...common, type: "stop-market", stopTicks: this.near(marketId, 8) };
    if (draw < 95) {
      const timeInForce = this.pick(["gtc", "ioc", "fok"] as const);
      const prices = { stopTicks: this.near(marketId, 8), priceTicks: this.near(marketId, 10) };
      return { ...common, type: "stop-limit", timeInForce, ...prices };
    }
    const trailingPpm = (LIMITS.trailingMinPpm + this.random.below(30_000)) as Ppm;
    const stopTicks = this.random.chance(0.4) ? this.near(marketId, 6) : (0 as Ticks);
    return { ...common, type: "trailing-stop", trailingPpm, stopTicks };
  }

  private placeOco(): PlaceOco {
    const marketId = this.random.below(MARKETS.length);
    const mid = this.midTicks[marketId] as number;
    const sells = this.random.chance(0.5);
    const up = mid + this.random.below(8);
    const down = mid - 1 - this.random.below(8);
    const stopTicks = (sells ? down : up) as Ticks;
    return {
      kind: "place-oco",
      userId: this.user(),
      marketId,
      side: sells ? "sell" : "buy",
      selfTrade: this.pick(EXPIRING_MODES),
      quantityLots: (2 + this.random.below(80)) as Lots,
      priceTicks: (sells ? up : down) as Ticks,
      stopTicks,
      stopLimitTicks: (this.random.chance(0.5) ? 0 : stopTicks + this.random.below(9) - 4) as Ticks,
      key: this.key(),
    };
  }

  private cancel(): CancelOrder {
    const order = this.open.length === 0 ? undefined : this.pick(this.open);
    if (order === undefined) return { kind: "cancel-order", userId: this.user(), orderId: 1, key: "" };
    const byKey = order.key !== "" && this.random.chance(0.5);
    return {
      kind: "cancel-order",
      userId: order.userId,
      orderId: byKey ? 0 : order.orderId,
      key: byKey ? order.key : "",
    };
  }

  private cancelAll(): Command {
    const marketId = this.random.below(MARKETS.length + 1) - 1;
    return { kind: "cancel-all", userId: this.user(), marketId, key: this.key() };
  }

  private reduce(): Command {
    const order = this.open.length === 0 ? undefined : this.pick(this.open);
    const quantityLots = Math.max(1, this.random.below(order?.quantityLots ?? 10)) as Lots;
    return {
      kind: "reduce-order",
      userId: order?.userId ?? this.user(),
      orderId: order?.orderId ?? 1,
      quantityLots,
      key: this.key(),
    };
  }

  /** A source reports a price, and the middle of the market drifts with it. */
  private observe(): Command {
    const marketId = this.random.below(MARKETS.length);
    const home = (MARKETS[marketId] as { midTicks: number }).midTicks;
    const mid = this.midTicks[marketId] as number;
    const drift = this.random.below(3) - 1 + (mid > home * 1.2 ? -1 : mid < home * 0.8 ? 1 : 0);
    this.midTicks[marketId] = Math.max(50, mid + drift);
    const outlier = this.random.chance(0.02) ? 3 : 1;
    const tickE8 = TICK_E8[marketId] as number;
    return {
      kind: "observe-price",
      marketId,
      sourceId: this.random.below(4),
      priceE8: (this.midTicks[marketId] * outlier * tickE8 + this.random.below(tickE8)) as PriceE8,
      observedAtMs: this.timeMs - this.random.below(200) + 50,
    };
  }

  private transfer(): Command {
    const assetId = this.random.below(ASSETS.length);
    const toCoin = this.random.chance(0.7);
    const other = toCoin ? "main" : this.pick(WALLETS);
    return {
      kind: "transfer",
      userId: this.user(),
      assetId,
      from: toCoin ? other : "coin",
      to: toCoin ? "coin" : other,
      amountUnits: (1 + this.random.below(assetId === 0 ? 5_000_000_000 : 10_000_000)) as Units,
      key: this.key(),
    };
  }

  private deposit(): Command {
    const assetId = this.random.below(ASSETS.length);
    const amountUnits = (1 + this.random.below(assetId === 0 ? 9_000_000_000 : 20_000_000)) as Units;
    return { kind: "deposit", userId: this.user(), assetId, amountUnits, origin: "faucet", key: this.key() };
  }

  /** Repeats an earlier command with a key, sometimes with other contents. */
  private again(): Command {
    const command = this.sent.length === 0 ? undefined : this.pick(this.sent);
    if (command === undefined) return { kind: "advance-time" };
    return command.kind === "place-order" && this.random.chance(0.3)
      ? { ...command, quantityLots: (command.quantityLots + 1) as Lots }
      : command;
  }

  private setStatus(): Command {
    const status = this.random.chance(0.75) ? "trading" : this.pick(MARKET_STATUSES);
    return { kind: "set-market-status", marketId: this.random.below(MARKETS.length), status };
  }

  private freezeAccount(): Command {
    const wallet = this.pick(FREEZABLE_WALLETS);
    return { kind: "freeze-account", userId: this.user(), wallet, isFrozen: this.random.chance(0.1) };
  }

  /** A user invites another, or the referral rate changes. */
  private refer(): Command {
    return this.random.chance(0.6)
      ? { kind: "set-inviter", userId: this.user(), inviterId: this.user() }
      : perhapsAnnounced(this.random, {
          kind: "set-referral-rate",
          ratePpm: this.random.below(6) * 100_000,
        });
  }

  private openAccount(): Command {
    return { kind: "open-account", userId: this.user() + this.random.below(2) * USERS, role: "trader" };
  }

  /** Usually a second; sometimes long enough for sources to go stale, rarely for keys to expire. */
  private pause(): Step {
    const draw = this.random.below(100);
    const passesMs = draw < 80 ? 1_000 : draw < 98 ? 11_000 : LIMITS.keyLifetimeMs;
    return { command: { kind: "advance-time" }, passesMs };
  }

  private keep(command: Command): void {
    if (!("key" in command) || command.key === "" || command.kind === "cancel-order") return;
    if (this.sent.length < KEPT_COMMANDS) this.sent.push(command);
    else this.sent[this.random.below(KEPT_COMMANDS)] = command;
  }

  /** The command with one invalid number or word. */
  private spoil(command: Command): Command {
    const fields = Object.keys(command).filter(
      (field) => field !== "kind" && field !== "asset" && field !== "market" && field !== "terms",
    );
    if (fields.length === 0) return command;
    const field = this.pick(fields);
    const value = (command as unknown as Record<string, unknown>)[field];
    const wrong =
      typeof value === "string" || typeof value === "boolean"
        ? this.pick(["", "none", "ü", "x".repeat(40)])
        : this.pick([0, 1, 255, LIMITS.maxPriceTicks, LIMITS.maxQuantityLots + 1, 4_294_967_295]);
    return { ...command, [field]: wrong };
  }
}
