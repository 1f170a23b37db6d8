import type {
  CancelOrder,
  Command,
  PlaceOco,
  PlaceOrder,
  PlaceOto,
  ReplaceOrder,
  SpotOrder,
} from "@candor/domain/commands/commands";
import type { PlaceContractOrder, PlaceContractTerms } from "@candor/domain/commands/contract-commands";
import type { PlaceList } from "@candor/domain/commands/list-commands";
import type { OrderType } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import { hasLimitPrice, SPOT_TYPES } from "@candor/domain/order-types";
import type { Lots, Ppm, Ticks } from "@candor/money/brand";
import { mulberry32, type RandomSource } from "./order-flow-random.ts";

const TAKE_PROFITS: Readonly<Partial<Record<OrderType, "take-profit-limit" | "take-profit-market">>> = {
  "stop-limit": "take-profit-limit",
  "stop-market": "take-profit-market",
};

interface TriggerTerms extends Pick<PlaceOrder, "stopTicks"> {
  readonly type: Exclude<OrderType, "oco">;
}
type TrailingTerms = Pick<PlaceOrder, "stopTicks" | "trailingPpm"> & {
  readonly type: (typeof SPOT_TYPES)[number];
};
/** The trailing types of triggers. */
const TRAILING: Readonly<Partial<Record<OrderType, (typeof SPOT_TYPES)[number]>>> = {
  "stop-market": "trailing-loss",
  "stop-limit": "trailing-loss-limit",
  "take-profit-market": "trailing-profit",
  "take-profit-limit": "trailing-profit-limit",
};
/** How far above the lowest a trailing rate is at most. */
const MAX_RATE_PPM = 60_000;

/** The largest quantity of the workload's contracts. */
const CONTRACT_MAX_LOTS = 5_000;
/** The most parts of icebergs; one more than are allowed. */
const ICEBERG_PARTS = 101;
/** How far away dates of orders are. */
const MAX_SECONDS_LEFT = 90;
/** The greatest age of a request, in milliseconds. */
const REQUEST_AGE_MS = 60_000;

/**
 * Gives some commands of a workload terms that are newer than the workload. It has a random source of its own: the
 * workloads themselves, whose events have recorded hashes, stay as they are.
 */
export class NewerTerms {
  private readonly random: RandomSource;
  /** Each user's latest order. */
  private readonly latest = new Map<number, PlaceOrder>();

  constructor(seed: number) {
    this.random = mulberry32(seed);
  }

  /** @param timeMs the exchange's time before the command */
  of(command: Command, timeMs: number): Command {
    if (
      command.kind === "place-order" ||
      command.kind === "place-lever-order" ||
      command.kind === "place-contract-order"
    ) {
      if (command.kind === "place-order") this.latest.set(command.userId, command);
      const type = TAKE_PROFITS[command.type];
      const placed = type !== undefined && this.random.chance(0.5) ? { ...command, type } : command;
      if (placed.kind === "place-order" && placed.type === "trailing-stop" && this.random.chance(0.7))
        return this.trailingOf(placed);
      const order = placed.kind === "place-contract-order" ? this.withTerms(placed, timeMs) : placed;
      if (order.kind === "place-order" && order.type === "limit" && this.random.chance(0.2))
        return this.otoOf(order);
      if (order.kind === "place-order" && order.quoteUnits === 0 && this.random.chance(0.3))
        return { ...order, selfTrade: this.random.chance(0.2) ? "unspecified" : "decrement" };
      if (order.kind === "place-order" && this.random.chance(0.3)) return this.icebergOf(order);
      if (order.kind === "place-lever-order" || order.key === "" || this.random.chance(0.5)) return order;
      const { userId, marketId } = order;
      return {
        kind: "place-again",
        userId,
        marketId,
        requestMs: timeMs - this.random.below(REQUEST_AGE_MS),
        order,
      };
    }
    if (command.kind === "cancel-order" && command.orderId > 0) return this.replacementOf(command, timeMs);
    return command.kind === "place-oco" && this.random.chance(0.5) ? this.listOf(command) : command;
  }

  /** A trailing order of another type, with a limit price near its trigger if it has one. */
  private trailingOf(order: PlaceOrder): PlaceOrder {
    const type = SPOT_TYPES[this.random.below(SPOT_TYPES.length)] ?? "trailing-loss";
    const nearTicks = order.stopTicks > 0 ? order.stopTicks : 300 + this.random.below(400);
    const priceTicks = (hasLimitPrice(type) ? nearTicks : 0) as Ticks;
    const timeInForce = hasLimitPrice(type) && this.random.chance(0.3) ? "ioc" : "gtc";
    return { ...order, type, priceTicks, timeInForce };
  }

  /** The order with a part of its quantity shown, if it may be an iceberg. */
  private icebergOf(order: PlaceOrder): SpotOrder {
    const rests =
      order.timeInForce === "gtc" || (order.type === "limit" && order.timeInForce === "post-only");
    if (!hasLimitPrice(order.type) || !rests) return order;
    const visibleLots = Math.ceil(order.quantityLots / (1 + this.random.below(ICEBERG_PARTS))) as Lots;
    return { ...order, kind: "place-iceberg", visibleLots };
  }

  /** Some cancels place the user's latest order again, often in the same market and with the same key. */
  private replacementOf(cancel: CancelOrder, timeMs: number): CancelOrder | ReplaceOrder {
    const order = this.latest.get(cancel.userId);
    if (order === undefined || this.random.chance(0.6)) return cancel;
    const { userId, marketId } = order;
    const newOrder = this.random.chance(0.3) ? this.icebergOf(order) : order;
    return {
      kind: "replace-order",
      userId,
      marketId,
      orderId: cancel.orderId,
      requestMs: timeMs,
      order: newOrder,
    };
  }

  /** A contract order may expire, be protected from a price difference, or be the only one of its kind that closes. */
  private withTerms(order: PlaceContractOrder, timeMs: number): PlaceContractOrder | PlaceContractTerms {
    if (this.random.chance(0.6)) return order;
    const isPriced =
      order.type === "limit" || order.type === "stop-limit" || order.type === "take-profit-limit";
    const isTrigger = order.type !== "limit" && order.type !== "market";
    const secondsLeft = 1 + this.random.below(MAX_SECONDS_LEFT);
    const closesPosition = order.reduceOnly && isTrigger && !isPriced && order.type !== "trailing-stop";
    return {
      ...order,
      kind: "place-contract-terms",
      ...(closesPosition && { quantityLots: CONTRACT_MAX_LOTS as Lots }),
      takeProfitTicks: 0 as Ticks,
      stopLossTicks: 0 as Ticks,
      expiresAtMs:
        isPriced && order.timeInForce === "gtc" ? (Math.floor(timeMs / 1_000) + secondsLeft) * 1_000 : 0,
      priceProtect: isTrigger && this.random.chance(0.5),
      closesPosition,
    };
  }

  /** The same prices with a take-profit or limit order on the winning side. */
  private listOf(oco: PlaceOco): PlaceList {
    const { kind: _, priceTicks, stopTicks, stopLimitTicks, limitKey: _l, stopKey: _s, ...common } = oco;
    const key = (suffix: string) => (oco.key === "" ? "" : oco.key + suffix);
    const types = ["limit", "take-profit-limit", "take-profit-market"] as const;
    const type = types[this.random.below(types.length)] ?? "limit";
    const none = 0 as Ticks;
    const profit = {
      type,
      timeInForce: type === "take-profit-limit" && this.random.chance(0.5) ? "ioc" : "gtc",
      priceTicks: type === "take-profit-market" ? none : priceTicks,
      stopTicks: type === "limit" ? none : priceTicks,
    } as const;
    const loss = {
      type: stopLimitTicks > 0 ? "stop-limit" : "stop-market",
      timeInForce: stopLimitTicks > 0 && this.random.chance(0.5) ? "fok" : "gtc",
      priceTicks: stopLimitTicks,
      stopTicks,
    } as const;
    const [gain, risk] = [this.trailingLeg(profit), this.trailingLeg(loss)];
    const mayHide = gain.timeInForce === "gtc" && gain.priceTicks > 0;
    const visible = mayHide && this.random.chance(0.4) ? { visibleLots: oco.quantityLots } : {};
    const hiding = { ...gain, ...visible };
    const [above, below] = oco.side === "sell" ? [hiding, risk] : [risk, hiding];
    return {
      kind: "place-list",
      ...common,
      above: { ...above, key: key(":l") },
      below: { ...below, key: key(":s") },
    };
  }

  /** Some triggers trail instead, from their price on or at once. */
  private trailingLeg<Leg extends TriggerTerms>(leg: Leg): Leg | (Leg & TrailingTerms) {
    const type = TRAILING[leg.type];
    if (type === undefined || this.random.chance(0.6)) return leg;
    const trailingPpm = (LIMITS.trailingMinPpm + this.random.below(MAX_RATE_PPM)) as Ppm;
    const stopTicks = this.random.chance(0.5) ? leg.stopTicks : (0 as Ticks);
    return { ...leg, type, stopTicks, trailingPpm };
  }

  /** The order, followed by one or two that sell or buy back what it traded. */
  private otoOf(working: PlaceOrder): PlaceOto {
    const { userId, marketId, priceTicks } = working;
    const side = working.side === "buy" ? "sell" : "buy";
    const near = Math.max(2, Math.floor(priceTicks / 100));
    const [profit, loss] = side === "sell" ? [near, 0 - near] : [0 - near, near];
    const none = 0 as Ticks;
    const at = (distance: number) => Math.max(1, priceTicks + distance) as Ticks;
    const order = (
      suffix: string,
      terms: Pick<PlaceOrder, "type" | "priceTicks" | "stopTicks">,
    ): PlaceOrder => ({
      ...working,
      side,
      timeInForce: "gtc",
      key: working.key === "" ? "" : working.key + suffix,
      ...terms,
    });
    const limit = order(":1", { type: "limit", priceTicks: at(profit), stopTicks: none });
    // By the price, so that kept seeds draw the same numbers.
    const target = limit.priceTicks % 2 === 0 ? limit : { ...limit, timeInForce: "post-only" as const };
    const stop = this.trailingLeg(
      order(":2", { type: "stop-market", priceTicks: none, stopTicks: at(loss) }),
    );
    const market = order(":1", { type: "market", priceTicks: none, stopTicks: none });
    const pair = side === "sell" ? [target, stop] : [stop, target];
    const pending = [pair, [limit], [stop], [market]][this.random.below(4)] ?? pair;
    const key = working.key === "" ? "" : `${working.key}:0`;
    const areIcebergs = this.random.chance(0.3);
    const first = areIcebergs ? this.icebergOf(working) : working;
    const after = areIcebergs ? pending.map((each) => this.icebergOf(each)) : pending;
    return { kind: "place-oto", userId, marketId, working: first, pending: after, key };
  }
}
