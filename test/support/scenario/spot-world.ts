import type { PlaceOrder } from "@candor/domain/commands/commands";
import type { AccountRole, MarketStatus, SelfTrade, Side, TimeInForce } from "@candor/domain/enumerations";
import type { SpotMarketSpec } from "@candor/domain/specs/listing";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import { type Coin, ExchangeWorld, type Outcome, plain, read, usdt } from "./exchange-world.ts";

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

export interface Options {
  readonly timeInForce?: TimeInForce;
  readonly selfTrade?: SelfTrade;
  readonly key?: string;
}

const LOT_SCALE = 2;
const lots = (text: string): Lots => read(text, LOT_SCALE) as Lots;
const ticks = (text: string): Ticks => read(text, 0) as Ticks;

/** A small exchange with one spot market. */
export class SpotWorld extends ExchangeWorld {
  constructor(market: Partial<SpotMarketSpec> = {}) {
    super(LOT_SCALE);
    this.execute({ kind: "list-market", market: { ...MARKET, ...market }, minSources: 1 });
    this.observe("1000");
  }

  /** Opens an account with funds in the spot wallet. */
  user(name: string, coins: Partial<Record<Coin, string>> = {}, role: AccountRole = "trader"): this {
    this.open(name, role);
    for (const [coin, amount] of Object.entries(coins)) this.depositInto(name, coin as Coin, amount, "coin");
    return this;
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

  /** A limit order that shows at most `visible` at a time. */
  iceberg(
    name: string,
    side: Side,
    quantity: string,
    price: string,
    visible: string,
    fields: Partial<PlaceOrder> = {},
  ): Outcome {
    const amounts = { quantityLots: lots(quantity), priceTicks: ticks(price), visibleLots: lots(visible) };
    return this.execute({ ...this.blank(name), side, ...fields, ...amounts, kind: "place-iceberg" });
  }

  market(name: string, side: Side, quantity: string, options: Options = {}): Outcome {
    return this.place(name, { type: "market", side, quantityLots: lots(quantity), ...options });
  }

  /** Places a market order for this amount of the quote coin. */
  marketFor(name: string, side: Side, quote: string, options: Options = {}): Outcome {
    const quoteUnits = usdt(quote);
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

  /** "1000 × 0.5", best first. */
  get bids(): string[] {
    return this.exchange.bookView(0, 100).bids.map(([price, left]) => `${price} × ${plain(left, LOT_SCALE)}`);
  }

  get asks(): string[] {
    return this.exchange.bookView(0, 100).asks.map(([price, left]) => `${price} × ${plain(left, LOT_SCALE)}`);
  }

  /** A limit order without quantity and price. */
  blank(name: string): PlaceOrder {
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
export function withMaker(world: SpotWorld = new SpotWorld()): SpotWorld {
  world.user("maker", { USDT: "100000", BTC: "100" }, "labelled");
  world.limit("maker", "sell", "1", "1010");
  world.limit("maker", "sell", "2", "1020");
  world.limit("maker", "buy", "1", "990");
  world.limit("maker", "buy", "2", "980");
  return world;
}
