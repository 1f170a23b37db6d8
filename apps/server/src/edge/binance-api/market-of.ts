import type { MarketKind } from "../../market/market-data/listings.ts";
import type { MirroredMarket } from "../../market/market-data/market-data-mirror.ts";
import { BINANCE } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import type { Parameters } from "./parameters.ts";

/** The market that a request names; throws -1102 and -1121. */
export function marketOf(
  { mirror }: Pick<BinancePorts, "mirror">,
  parameters: Parameters,
  kind: MarketKind = "spot",
): MirroredMarket {
  return marketCalled(mirror, parameters.needed("symbol"), kind);
}

/** The market that a request names, if it names one. */
export function namedMarket(
  { mirror }: Pick<BinancePorts, "mirror">,
  parameters: Parameters,
  kind: MarketKind = "spot",
): MirroredMarket | undefined {
  const symbol = parameters.text("symbol");
  return symbol === undefined ? undefined : marketCalled(mirror, symbol, kind);
}

/** The named markets; all of them when none is named. */
export function marketsOf(
  { mirror }: Pick<BinancePorts, "mirror">,
  symbols: readonly string[] | undefined,
  kind: MarketKind = "spot",
): readonly MirroredMarket[] {
  if (symbols === undefined) return mirror.markets.filter(({ listed }) => listed.kind === kind);
  return symbols.map((symbol) => marketCalled(mirror, symbol, kind));
}

/** The market of a name in any letter case; throws -1121. */
export function marketCalled(
  mirror: BinancePorts["mirror"],
  symbol: string,
  kind: MarketKind,
): MirroredMarket {
  const market = mirror.marketBySymbol(symbol.toUpperCase(), kind);
  if (market === undefined) throw BINANCE.symbol();
  return market;
}
