import type { Command } from "@candor/domain/commands/commands";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { DEFAULT_ASSETS, DEFAULT_MARKETS } from "@candor/server/config/default-listing";

const FIRST_USER = 10_001;
/** Prime, so that every user gets every kind of order. */
const USERS = 41;
const BTC_USDT = 0;
const PRICE_TICKS = 600_000;
/** Distance from the market of every fiftieth order. */
const FAR_TICKS = 5_000;
/** 60,000 USDT in 1e-8, the index of the only market. */
const PRICE_E8 = 6_000_000_000_000;
const CANCEL_INTERVAL = 10_000;
const FUNDS_UNITS = 1_000_000_000_000;

/** Returns the commands that create a market and its traders, in order. */
export function worldCommands(): Command[] {
  const commands: Command[] = DEFAULT_ASSETS.map((asset) => ({ kind: "list-asset", asset }));
  const market = DEFAULT_MARKETS[BTC_USDT];
  if (market === undefined) throw new Error("no default market");
  commands.push({ kind: "list-market", market, minSources: 1 });
  for (let userId = FIRST_USER; userId < FIRST_USER + USERS; userId++) {
    commands.push({ kind: "open-account", userId, role: "trader" });
    for (const assetId of [0, 1]) {
      const amountUnits = FUNDS_UNITS as Units;
      commands.push({ kind: "deposit", userId, assetId, amountUnits, origin: "faucet", key: "" });
      commands.push({ kind: "transfer", userId, assetId, from: "main", to: "coin", amountUnits, key: "" });
    }
  }
  return commands;
}

/** Returns an observation of the only source, which opens the market for ten seconds. */
export function observation(observedAtMs: number): Command {
  return {
    kind: "observe-price",
    marketId: BTC_USDT,
    sourceId: 0,
    priceE8: PRICE_E8 as PriceE8,
    observedAtMs,
  };
}

/**
 * Returns the order with this number, always the same, with its own idempotency key. A buy and a sell of equal price
 * and quantity alternate and fill; one in a hundred of each rests far from the market until everybody cancels their
 * orders, once every ten thousand numbers.
 */
export function orderNumber(number: number): Command {
  const userId = FIRST_USER + (number % USERS);
  if (number % CANCEL_INTERVAL < USERS)
    return { kind: "cancel-all", userId, marketId: -1, key: keyOf(number) };
  const pair = Math.floor(number / 2);
  const far = number % 100 === 50 ? -FAR_TICKS : number % 100 === 1 ? FAR_TICKS : 0;
  return {
    kind: "place-order",
    userId,
    marketId: BTC_USDT,
    side: number % 2 === 0 ? "buy" : "sell",
    type: "limit",
    timeInForce: "gtc",
    selfTrade: "expire-taker",
    quantityLots: (1_000 + (pair % 5)) as Lots,
    quoteUnits: 0 as Units,
    priceTicks: (PRICE_TICKS + (pair % 7) + far) as Ticks,
    stopTicks: 0 as Ticks,
    trailingPpm: 0 as Ppm,
    key: keyOf(number),
  };
}

export function keyOf(number: number): string {
  return `kill-${number}`;
}
