import type { Command } from "@candor/domain/commands/commands";
import { LEVER_EFFECTS, type PlaceLeverOrder } from "@candor/domain/commands/lever-commands";
import { TIMES_IN_FORCE } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { LeverSpec } from "@candor/domain/specs/lever-listing";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import { EXPIRING_MODES } from "./expiring-modes.ts";
import type { RandomSource } from "./order-flow-random.ts";

/** High interest and low limits, so that a day reaches all of them. */
export const WORKLOAD_LEVER: LeverSpec = {
  leverages: [2, 3, 5, 10],
  baseHourlyPpm: 500,
  quoteHourlyPpm: 900,
  baseUserLimit: "30",
  quoteUserLimit: "60",
  basePairLimit: "60",
  quotePairLimit: "200",
};

/** The same, with limits for a market whose quote coin has a low value. */
export const DOLLAR_LEVER: LeverSpec = {
  ...WORKLOAD_LEVER,
  baseUserLimit: "0.6",
  quoteUserLimit: "40000",
  basePairLimit: "1.5",
  quotePairLimit: "120000",
};

/** A market with margin trading, as used by the workload. */
export interface LeverMarket {
  readonly marketId: number;
  readonly baseAsset: number;
  readonly quoteAsset: number;
  /** The middle of its prices. */
  readonly midTicks: () => number;
  /** Amount for one transfer, by side. */
  readonly baseUnits: number;
  readonly quoteUnits: number;
  readonly lots: number;
}

/** Simulates users of margin accounts: transfers, orders of every kind with every effect, repayments. */
export class LeverWorkload {
  private readonly random: RandomSource;
  private readonly users: number;
  private readonly markets: readonly LeverMarket[];
  private nextKey = 1;

  constructor(random: RandomSource, users: number, markets: readonly LeverMarket[]) {
    this.random = random;
    this.users = users;
    this.markets = markets;
  }

  next(): Command {
    const draw = this.random.below(100);
    if (draw < 26) return this.move();
    if (draw < 36) return this.repay();
    if (draw < 39) return this.cancelAll();
    return this.order();
  }

  private move(): Command {
    const market = this.pick(this.markets);
    const isBase = this.random.chance(0.4);
    return {
      kind: "move-lever-funds",
      userId: this.user(),
      marketId: market.marketId,
      assetId: isBase ? market.baseAsset : market.quoteAsset,
      direction: this.random.chance(0.6) ? "in" : "out",
      amountUnits: (1 + this.random.below(isBase ? market.baseUnits : market.quoteUnits)) as Units,
      key: this.key(),
    };
  }

  private repay(): Command {
    const market = this.pick(this.markets);
    const isBase = this.random.chance(0.5);
    const most = isBase ? market.baseUnits : market.quoteUnits;
    return {
      kind: "repay-loan",
      userId: this.user(),
      marketId: market.marketId,
      assetId: isBase ? market.baseAsset : market.quoteAsset,
      amountUnits: (this.random.chance(0.5) ? 0 : 1 + this.random.below(most)) as Units,
      key: this.key(),
    };
  }

  private cancelAll(): Command {
    const product = this.pick(["spot", "lever", "contract"] as const);
    const marketId = this.random.chance(0.5) ? -1 : this.pick(this.markets).marketId;
    return { kind: "cancel-all", userId: this.user(), marketId, product, key: this.key() };
  }

  private order(): PlaceLeverOrder {
    const market = this.pick(this.markets);
    const common = {
      kind: "place-lever-order",
      userId: this.user(),
      marketId: market.marketId,
      side: this.random.chance(0.5) ? "buy" : "sell",
      timeInForce: "gtc",
      selfTrade: this.pick(EXPIRING_MODES),
      quantityLots: (1 + this.random.below(market.lots)) as Lots,
      quoteUnits: 0 as Units,
      priceTicks: 0 as Ticks,
      stopTicks: 0 as Ticks,
      trailingPpm: 0 as Ppm,
      effect: this.random.chance(0.7) ? "borrow" : this.pick(LEVER_EFFECTS),
      leverage: this.pick([0, 0, 2, 3, 5, 10]),
      key: this.key(),
    } as const;
    const draw = this.random.below(100);
    if (draw < 50) {
      const timeInForce = draw < 30 ? "gtc" : this.pick(TIMES_IN_FORCE);
      return { ...common, type: "limit", timeInForce, priceTicks: this.near(market, 6) };
    }
    if (draw < 76) return { ...common, type: "market" };
    if (draw < 84) {
      const quoteUnits = (1 + this.random.below(market.quoteUnits)) as Units;
      return { ...common, type: "market", quantityLots: 0 as Lots, quoteUnits };
    }
    if (draw < 90) return { ...common, type: "stop-market", stopTicks: this.near(market, 8) };
    if (draw < 96) {
      const stopTicks = this.near(market, 8);
      return { ...common, type: "stop-limit", stopTicks, priceTicks: stopTicks };
    }
    return { ...common, type: "trailing-stop", trailingPpm: (1_000 + this.random.below(50_000)) as Ppm };
  }

  private near(market: LeverMarket, reach: number): Ticks {
    return Math.max(1, market.midTicks() + this.random.below(2 * reach + 1) - reach) as Ticks;
  }

  private user(): number {
    return LIMITS.firstUserId + this.random.below(this.users);
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.random.below(list.length)] as T;
  }

  private key(): string {
    return this.random.chance(0.2) ? `m${this.nextKey++}` : "";
  }
}
