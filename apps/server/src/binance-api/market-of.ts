import type { MirroredMarket } from "../market-data/market-data-mirror.ts";
import { BINANCE } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import type { Parameters } from "./parameters.ts";

/** The market that a request names; throws -1102 and -1121. */
export function marketOf({ mirror }: Pick<BinancePorts, "mirror">, parameters: Parameters): MirroredMarket {
  return spotMarket(mirror, parameters.needed("symbol"));
}

/** The market that a request names, if it names one. */
export function namedMarket(
  { mirror }: Pick<BinancePorts, "mirror">,
  parameters: Parameters,
): MirroredMarket | undefined {
  const symbol = parameters.text("symbol");
  return symbol === undefined ? undefined : spotMarket(mirror, symbol);
}

/** The named markets; all of them when none is named. */
export function marketsOf(
  { mirror }: Pick<BinancePorts, "mirror">,
  symbols: readonly string[] | undefined,
): readonly MirroredMarket[] {
  if (symbols === undefined) return mirror.markets.filter(({ listed }) => listed.kind === "spot");
  return symbols.map((symbol) => spotMarket(mirror, symbol));
}

function spotMarket(mirror: BinancePorts["mirror"], symbol: string): MirroredMarket {
  const market = mirror.marketBySymbol(symbol.toUpperCase());
  if (market === undefined) throw BINANCE.symbol();
  return market;
}
