import type { Command } from "@candor/domain/commands/commands";
import type { PlaceContractOrder } from "@candor/domain/commands/contract-commands";
import { TIMES_IN_FORCE, TRIGGER_BYS } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { SpotMarketSpec } from "@candor/domain/specs/listing";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import { EXPIRING_MODES } from "./expiring-modes.ts";
import type { RandomSource } from "./order-flow-random.ts";

const LEVERAGES = [1, 2, 3, 5, 10, 20, 50, 75, 100] as const;
const EVERY_MARKET = -1;

/** A contract on a spot market's index, with tiers that a few orders fill. */
export function contractOn(spot: SpotMarketSpec): ContractSpec {
  return {
    ...spot,
    makerFeePpm: 200,
    takerFeePpm: 500,
    liquidationFeePpm: 1_250,
    indexSymbol: spot.symbol,
    fundingIntervalMs: 300_000,
    interestPpm: 100,
    fundingCapPpm: 7_500,
    brackets: [
      { notionalCap: "5000", maxLeverage: 100, maintenancePpm: 4_000, cumulative: "0" },
      { notionalCap: "20000", maxLeverage: 50, maintenancePpm: 6_000, cumulative: "10" },
      { notionalCap: "400000", maxLeverage: 20, maintenancePpm: 20_000, cumulative: "290" },
    ],
  };
}

/**
 * Simulates users of contracts: orders of every kind at every leverage, protection, closing, margin moved in and out.
 * Prices move by sixths of a percent, so that many users are liquidated.
 */
export class ContractsWorkload {
  private readonly random: RandomSource;
  private readonly users: number;
  /** The contracts' market numbers, and the middle of their prices. */
  private readonly markets: readonly number[];
  private readonly midOf: (marketId: number) => number;
  private nextKey = 1;

  constructor(
    random: RandomSource,
    users: number,
    markets: readonly number[],
    midOf: (marketId: number) => number,
  ) {
    this.random = random;
    this.users = users;
    this.markets = markets;
    this.midOf = midOf;
  }

  next(): Command {
    const draw = this.random.below(100);
    if (draw < 68) return this.order();
    if (draw < 74) return this.protect();
    if (draw < 79) return this.close();
    if (draw < 81) return this.closeAll();
    if (draw < 88) return this.leverage();
    if (draw < 95) return this.margin();
    return this.fund();
  }

  private order(): PlaceContractOrder {
    const marketId = this.market();
    const common = {
      kind: "place-contract-order",
      userId: this.user(),
      marketId,
      side: this.random.chance(0.5) ? "buy" : "sell",
      timeInForce: "gtc",
      selfTrade: this.pick(EXPIRING_MODES),
      quantityLots: (1 + this.random.below(this.random.chance(0.1) ? 400 : 40)) as Lots,
      priceTicks: 0 as Ticks,
      stopTicks: 0 as Ticks,
      trailingPpm: 0 as Ppm,
      triggerBy: this.pick(TRIGGER_BYS),
      reduceOnly: this.random.chance(0.2),
      leverage: this.random.chance(0.2) ? this.pick(LEVERAGES) : 0,
      takeProfitTicks: 0 as Ticks,
      stopLossTicks: 0 as Ticks,
      key: this.random.chance(0.3) ? `c${this.nextKey++}` : "",
    } as const;
    const draw = this.random.below(100);
    if (draw < 60) {
      const timeInForce = draw < 40 ? "gtc" : this.pick(TIMES_IN_FORCE);
      const order = { ...common, type: "limit", timeInForce, priceTicks: this.near(marketId, 6) } as const;
      if (common.reduceOnly || this.random.chance(0.7)) return order;
      const far = (2 + this.random.below(6)) * (common.side === "buy" ? 1 : -1);
      const takeProfitTicks = (order.priceTicks + far) as Ticks;
      const stopLossTicks = Math.max(1, order.priceTicks - far) as Ticks;
      return { ...order, takeProfitTicks, stopLossTicks };
    }
    if (draw < 80) return { ...common, type: "market" };
    if (draw < 88) return { ...common, type: "stop-market", stopTicks: this.near(marketId, 8) };
    if (draw < 94) {
      const timeInForce = this.pick(["gtc", "ioc", "fok"] as const);
      const prices = { stopTicks: this.near(marketId, 8), priceTicks: this.near(marketId, 10) };
      return { ...common, type: "stop-limit", timeInForce, ...prices };
    }
    const trailingPpm = (LIMITS.trailingMinPpm + this.random.below(20_000)) as Ppm;
    return { ...common, type: "trailing-stop", trailingPpm };
  }

  private protect(): Command {
    const marketId = this.market();
    const level = (): number =>
      this.random.chance(0.3) ? this.random.below(2) - 1 : this.near(marketId, 10);
    return {
      kind: "set-protection",
      userId: this.user(),
      marketId,
      takeProfitTicks: level(),
      stopLossTicks: level(),
      triggerBy: this.pick(TRIGGER_BYS),
      key: "",
    };
  }

  private close(): Command {
    const marketId = this.market();
    return {
      kind: "close-position",
      userId: this.user(),
      marketId,
      quantityLots: this.random.chance(0.5) ? 0 : 1 + this.random.below(60),
      priceTicks: this.random.chance(0.6) ? 0 : this.near(marketId, 4),
      key: "",
    };
  }

  private closeAll(): Command {
    const marketId = this.random.chance(0.5) ? EVERY_MARKET : this.market();
    return { kind: "close-all-positions", userId: this.user(), marketId, key: "" };
  }

  private leverage(): Command {
    return {
      kind: "set-leverage",
      userId: this.user(),
      marketId: this.market(),
      leverage: this.random.chance(0.2) ? 0 : this.pick(LEVERAGES),
      marginMode: this.pick(["", "", "isolated", "cross"] as const),
      key: "",
    };
  }

  private margin(): Command {
    return {
      kind: "move-margin",
      userId: this.user(),
      marketId: this.market(),
      direction: this.random.chance(0.5) ? "add" : "remove",
      amountUnits: (1 + this.random.below(200_000_000)) as Units,
      key: "",
    };
  }

  /** Moves money in, and some of it out again. */
  private fund(): Command {
    const brings = this.random.chance(0.6);
    return {
      kind: "transfer",
      userId: this.user(),
      assetId: 0,
      from: brings ? "main" : "contract",
      to: brings ? "contract" : "main",
      amountUnits: (1 + this.random.below(2_000_000_000)) as Units,
      key: "",
    };
  }

  private near(marketId: number, reach: number): Ticks {
    const far = this.random.chance(0.05) ? 6 : 1;
    return Math.max(1, this.midOf(marketId) + this.random.below(2 * reach * far + 1) - reach * far) as Ticks;
  }

  private market(): number {
    return this.pick(this.markets);
  }

  private user(): number {
    return LIMITS.firstUserId + this.random.below(this.users);
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.random.below(list.length)] as T;
  }
}
