import type { MarketKind } from "../../market/market-data/listings.ts";
import type { MirroredMarket } from "../../market/market-data/market-data-mirror.ts";
import { BINANCE } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { STATUSES } from "./exchange-info.ts";
import type { Parameters } from "./parameters.ts";

const SYMBOL = /^[A-Z0-9-_.]{1,20}$/;

/** Returns the requested market. Throws -1102 and -1121. */
export function marketOf(
  { mirror }: Pick<BinancePorts, "mirror">,
  parameters: Parameters,
  kind: MarketKind = "spot",
): MirroredMarket {
  return marketByName(mirror, parameters.needed("symbol"), kind);
}

/** Returns the requested market, or undefined when none is named. */
export function namedMarket(
  { mirror }: Pick<BinancePorts, "mirror">,
  parameters: Parameters,
  kind: MarketKind = "spot",
): MirroredMarket | undefined {
  const symbol = parameters.text("symbol");
  return symbol === undefined ? undefined : marketByName(mirror, symbol, kind);
}

/** Returns the named markets, or all when none is named. */
export function marketsOf(
  { mirror }: Pick<BinancePorts, "mirror">,
  symbols: readonly string[] | undefined,
  kind: MarketKind = "spot",
): readonly MirroredMarket[] {
  if (symbols === undefined) return mirror.markets.filter(({ listed }) => listed.kind === kind);
  return symbols.map((symbol) => marketByName(mirror, symbol, kind));
}

/**
 * Returns the markets that `symbol` or `symbols` name, or all, with the status that `symbolStatus` asks for. Throws -1122
 * and, for a named market with another status, -1220.
 */
export function requestedMarkets(
  ports: Pick<BinancePorts, "mirror">,
  parameters: Parameters,
  kind: MarketKind = "spot",
): readonly MirroredMarket[] {
  const symbols = parameters.symbols();
  const markets = marketsOf(ports, symbols, kind);
  const status = parameters.oneOf("symbolStatus", Object.values(STATUSES), BINANCE.symbolStatus);
  if (status === undefined) return markets;
  const found = markets.filter((market) => STATUSES[market.status] === status);
  if (symbols !== undefined && found.length < markets.length) throw BINANCE.otherStatus();
  return found;
}

/** Finds a market by its name in capital letters. Throws -1100 and -1121. */
export function marketByName(
  mirror: BinancePorts["mirror"],
  symbol: string,
  kind: MarketKind,
): MirroredMarket {
  if (!SYMBOL.test(symbol)) throw BINANCE.illegal("symbol", SYMBOL.source);
  const market = mirror.marketBySymbol(symbol, kind);
  if (market === undefined) throw BINANCE.symbol();
  return market;
}
