import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { BINANCE } from "../binance-error.ts";
import { sideOf } from "../order-request.ts";
import type { Parameters } from "../parameters.ts";
import { FUTURES } from "./futures-error.ts";

/** Which level of the book gives the price, counted from the best. */
const LEVELS = {
  OPPONENT: 1,
  OPPONENT_5: 5,
  OPPONENT_10: 10,
  OPPONENT_20: 20,
  QUEUE: 1,
  QUEUE_5: 5,
  QUEUE_10: 10,
  QUEUE_20: 20,
} as const;
type PriceMatch = keyof typeof LEVELS;
const NONE = "NONE";
export const PRICE_MATCHES = [NONE, ...(Object.keys(LEVELS) as readonly PriceMatch[])] as const;

/**
 * Takes the price of a limit order from the book if the request has `priceMatch`: afterwards, it has a `price` instead.
 * Returns the mode; undefined for none. Throws -1106, -5037, -5038 and -5041.
 */
export function matchPrice(
  parameters: Parameters,
  { book, listed }: MirroredMarket,
  type = parameters.text("type"),
): PriceMatch | undefined {
  const mode = parameters.oneOf("priceMatch", PRICE_MATCHES, FUTURES.priceMatch) ?? NONE;
  parameters.set("priceMatch", undefined);
  if (mode === NONE) return undefined;
  if (type !== "LIMIT") throw FUTURES.priceMatchType();
  if (parameters.text("price") !== undefined) throw BINANCE.notRequired("price");
  const isBuy = sideOf(parameters) === "BUY";
  const count = LEVELS[mode];
  const level = book.levels(mode.startsWith("QUEUE") === isBuy ? "buy" : "sell", count)[count - 1];
  if (level === undefined) throw FUTURES.noMatchingDepth();
  parameters.set("price", listed.format.price(level[0]));
  return mode;
}
