import type { PositionState } from "@candor/domain/events/contract-events";
import { formatDecimal, trimZeros } from "@candor/money/decimal";
import { multiplyDivideFloor } from "@candor/money/integer";
import type { ListedMarket } from "../../../market/market-data/listings.ts";

const E8_DECIMALS = 8;

/**
 * Returns the price at which a position has neither won nor lost: (cost of all entries − proceeds of all exits) ÷ size,
 * with trading fees and without funding. "0" without a position.
 * Source: Binance, "How to Visualize the Breakeven Price of Open Positions"; that fees count, its replies since 2023.
 * @param feeUnits fees since the position was opened, in units of the quote coin
 */
export function breakEvenPrice(
  { lots, entryCostUnits, realizedUnits }: Pick<PositionState, "lots" | "entryCostUnits" | "realizedUnits">,
  feeUnits: number,
  { scale }: Pick<ListedMarket, "scale">,
): string {
  if (lots === 0) return "0";
  const lossUnits = feeUnits - realizedUnits;
  const costUnits = lots > 0 ? entryCostUnits + lossUnits : entryCostUnits - lossUnits;
  const priceE8 = multiplyDivideFloor(
    Math.abs(costUnits),
    scale.tickE8,
    Math.abs(lots) * scale.quoteUnitsPerTickLot,
  );
  return trimZeros(formatDecimal(Math.sign(costUnits) * priceE8, E8_DECIMALS));
}
