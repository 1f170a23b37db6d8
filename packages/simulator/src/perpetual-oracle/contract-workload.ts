import type { PlaceContractOrder } from "@candor/domain/commands/contract-commands";
import { POSITION_LEGS, type PositionLeg, type Side } from "@candor/domain/enumerations";
import type { OrderChanged } from "@candor/domain/events/events";
import { hasLimitPrice, isMarketTrigger, isPricedTrigger, triggersUpward } from "@candor/domain/order-types";
import type { Ticks, Units } from "@candor/money/brand";
import { mulberry32, type RandomSource } from "../order-flow-random.ts";
import type { CommandResult, ContractWorld } from "./contract-world.ts";

const USDT = 0;
/** An order that a user may still cancel. */
interface Known {
  readonly userId: number;
  readonly orderId: number;
}

export interface WorkloadOptions {
  readonly users: number;
  readonly wholeUsdt: number;
  /** Maximum move of an index between two commands that move it, in parts per million. */
  readonly stepPpm: number;
  /** Maximum time between two commands; above 10 s an index may go stale. */
  readonly mostPassesMs: number;
  /** Types of its conditional orders. */
  readonly conditional?: readonly ConditionalType[];
  /** Whether two thirds of the users trade in hedge mode. */
  readonly hedges?: boolean;
}

type ConditionalType = Exclude<PlaceContractOrder["type"], "limit" | "market">;
const STOPS = ["stop-market", "stop-limit", "trailing-stop"] as const;
export const ALL_CONDITIONAL: readonly ConditionalType[] = [
  ...STOPS,
  "take-profit-market",
  "take-profit-limit",
];

/** Random use of all contract features, while the indexes drift. */
export class ContractWorkload {
  readonly users: number[] = [];
  private readonly world: ContractWorld;
  private readonly random: RandomSource;
  private readonly options: WorkloadOptions;
  private readonly known: Known[] = [];
  private readonly hedged = new Set<number>();

  constructor(world: ContractWorld, seed: number, options: WorkloadOptions) {
    this.world = world;
    this.random = mulberry32(seed);
    this.options = options;
    for (let n = 0; n < options.users; n++)
      this.users.push(world.user(Math.ceil(options.wholeUsdt * (0.05 + this.random.fraction() ** 2))));
    if (options.hedges === true)
      for (const [n, userId] of this.users.entries()) if (n % 3 > 0) this.setMode(userId, true);
  }

  step(): void {
    const { world, random, options } = this;
    world.timeMs += random.chance(0.02) ? random.below(options.mostPassesMs) : random.below(400);
    const draw = random.fraction();
    if (options.hedges === true && random.chance(0.002)) this.switchMode();
    if (draw < 0.12) this.moveIndex();
    else this.remember(this.act(draw));
  }

  private act(draw: number): CommandResult {
    if (draw < 0.5) return this.place("limit");
    if (draw < 0.62) return this.place("market");
    if (draw < 0.68) return this.place(this.pick(this.options.conditional ?? STOPS));
    if (draw < 0.74) return this.cancel();
    if (draw < 0.78) return this.close();
    if (draw < 0.83) return this.protect();
    if (draw < 0.89) return this.setLeverage();
    if (draw < 0.94) return this.moveMargin();
    if (draw < 0.98) return this.transfer();
    return this.world.execute({ kind: "advance-time" });
  }

  private setMode(userId: number, dual: boolean): void {
    const { error } = this.world.execute({ kind: "set-position-mode", userId, dual, key: "" });
    if (error !== undefined) return;
    if (dual) this.hedged.add(userId);
    else this.hedged.delete(userId);
  }

  /** Closes what a user has, as far as the book allows, and tries the other mode. */
  private switchMode(): void {
    const userId = this.user();
    this.world.execute({ kind: "close-all-positions", userId, marketId: -1, key: "" });
    this.world.execute({ kind: "cancel-all", userId, marketId: -1, key: "" });
    this.setMode(userId, !this.hedged.has(userId));
  }

  /** The position that a command names. */
  private leg(userId: number): { readonly leg?: PositionLeg } {
    return this.hedged.has(userId) ? { leg: this.pick(POSITION_LEGS) } : {};
  }

  private moveIndex(): void {
    const { world, random, options } = this;
    const contract = this.contract();
    const move = (random.fraction() - 0.5) * random.fraction() ** 2 * 2 * options.stepPpm;
    const start = world.contracts[contract]?.startUsdt ?? 1;
    const at = (world.indexUsdt[contract] ?? start) * (1 + move / 1_000_000);
    // Pulled toward its starting price, so that a long walk stays on the grid.
    world.index(contract, at + (start - at) * 0.002);
  }

  private place(type: PlaceContractOrder["type"]): CommandResult {
    const { world, random } = this;
    const contract = this.contract();
    const side: Side = random.chance(0.5) ? "buy" : "sell";
    const index = world.indexTicks(contract);
    const away = 1 + (random.fraction() - 0.5) * random.fraction() * 0.06;
    const near = Math.max(1, Math.round(index * away)) as Ticks;
    const trigger = triggersUpward(side, type) ? 1 : -1;
    const beyond = Math.max(1, Math.round(index * (1 + trigger * random.fraction() * 0.04))) as Ticks;
    const userId = this.user();
    const isStop = isPricedTrigger(type) || isMarketTrigger(type);
    const reduceOnly = random.chance(0.25);
    const hasProtection = !reduceOnly && random.chance(0.2);
    const rises = (side === "buy" ? 1 : -1) * (0.002 + random.fraction() * 0.03);
    return world.order(userId, contract, side, {
      type,
      quantityLots: this.lots(contract),
      priceTicks: (hasLimitPrice(type) ? (isStop ? beyond : near) : 0) as Ticks,
      stopTicks: (isStop ? beyond : 0) as Ticks,
      trailingPpm: (type === "trailing-stop" ? 1_000 + random.below(30_000) : 0) as never,
      triggerBy: this.pick(["last", "mark", "index"] as const),
      timeInForce:
        type === "limit" ? this.pick(["gtc", "gtc", "gtc", "ioc", "fok", "post-only"] as const) : "gtc",
      selfTrade: this.pick(["expire-taker", "expire-maker", "expire-both"] as const),
      reduceOnly,
      leverage: random.chance(0.1) ? this.leverage() : 0,
      takeProfitTicks: (hasProtection ? Math.round(index * (1 + rises)) : 0) as Ticks,
      stopLossTicks: (hasProtection && random.chance(0.5) ? Math.round(index * (1 - rises)) : 0) as Ticks,
    });
  }

  private cancel(): CommandResult {
    const known = this.known[this.random.below(this.known.length)];
    if (known === undefined || this.random.chance(0.1))
      return this.world.execute({ kind: "cancel-all", userId: this.user(), marketId: -1, key: "" } as never);
    return this.world.execute({ kind: "cancel-order", ...known, key: "" });
  }

  private close(): CommandResult {
    const { world, random } = this;
    const contract = this.contract();
    const marketId = world.marketOf(contract);
    const userId = this.user();
    if (random.chance(0.3))
      return world.execute({
        kind: "close-all-positions",
        userId,
        marketId: random.chance(0.5) ? -1 : marketId,
        key: "",
      });
    return world.execute({
      kind: "close-position",
      userId,
      marketId,
      ...this.leg(userId),
      quantityLots: random.chance(0.5) ? 0 : this.lots(contract),
      priceTicks: random.chance(0.5) ? 0 : world.indexTicks(contract),
      key: "",
    });
  }

  private protect(): CommandResult {
    const { world, random } = this;
    const contract = this.contract();
    const index = world.indexTicks(contract);
    const level = (): number =>
      random.chance(0.2)
        ? this.pick([0, -1] as const)
        : Math.round(index * (0.97 + random.fraction() * 0.06));
    const userId = this.user();
    return world.execute({
      kind: "set-protection",
      userId,
      ...this.leg(userId),
      marketId: world.marketOf(contract),
      takeProfitTicks: level(),
      stopLossTicks: level(),
      triggerBy: this.pick(["last", "mark", "index"] as const),
      key: "",
    });
  }

  private setLeverage(): CommandResult {
    return this.world.execute({
      kind: "set-leverage",
      userId: this.user(),
      marketId: this.world.marketOf(this.contract()),
      leverage: this.random.chance(0.8) ? this.leverage() : 0,
      marginMode: this.pick(["", "isolated", "cross", "cross"] as const),
      key: "",
    });
  }

  private moveMargin(): CommandResult {
    const userId = this.user();
    return this.world.execute({
      kind: "move-margin",
      userId,
      ...this.leg(userId),
      marketId: this.world.marketOf(this.contract()),
      direction: this.random.chance(0.5) ? "add" : "remove",
      amountUnits: (1 + this.random.below(200_000_000)) as Units,
      key: "",
    });
  }

  private transfer(): CommandResult {
    const [from, to] = this.random.chance(0.5)
      ? (["contract", "main"] as const)
      : (["main", "contract"] as const);
    return this.world.execute({
      kind: "transfer",
      userId: this.user(),
      assetId: USDT,
      from,
      to,
      amountUnits: (1 + this.random.below(this.options.wholeUsdt * 300_000)) as Units,
      key: "",
    });
  }

  private remember(happened: CommandResult): void {
    const placed = happened.events.find(
      (event): event is OrderChanged => event.kind === "order-changed" && event.cause === "accepted",
    );
    if (placed === undefined) return;
    if (this.known.length > 200) this.known.splice(this.random.below(this.known.length), 1);
    this.known.push({ userId: placed.userId, orderId: placed.orderId });
  }

  /** Up to a few times what its owner could open without leverage. */
  private lots(contract: number): number {
    const { world, random, options } = this;
    const lotUsdt = (world.indexUsdt[contract] ?? 1) * Number(world.contracts[contract]?.lot ?? 1);
    return Math.max(1, Math.round((options.wholeUsdt / lotUsdt) * random.fraction() ** 3 * 12));
  }

  private leverage(): number {
    return this.random.chance(0.6) ? 20 + this.random.below(81) : 1 + this.random.below(100);
  }

  private contract(): number {
    return this.random.below(this.world.contracts.length);
  }

  private user(): number {
    return this.pick(this.users);
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.random.below(list.length)] as T;
  }
}
