import type { MarketKind } from "../../market/market-data/listings.ts";
import type { MirroredMarket } from "../../market/market-data/market-data-mirror.ts";
import { BINANCE } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import type { Parameters } from "./parameters.ts";

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

/** Finds a market by name in any letter case. Throws -1121. */
export function marketByName(
  mirror: BinancePorts["mirror"],
  symbol: string,
  kind: MarketKind,
): MirroredMarket {
  const market = mirror.marketBySymbol(symbol.toUpperCase(), kind);
  if (market === undefined) throw BINANCE.symbol();
  return market;
}
