import type { Side } from "@candor/domain/enumerations";
import type { MarketScale } from "@candor/domain/specs/listing";
import type { BookLevel, RecordedLevels } from "../prices/book-row.ts";

export interface WantedLevel {
  readonly side: Side;
  readonly priceTicks: number;
  readonly quantityLots: number;
}

/**
 * Returns recorded levels in ticks and lots, up to `limit` a side, best first. Bids are rounded down and asks up, levels
 * of one tick are added, lots are rounded down, and at most the largest order. Levels below the smallest order are left
 * out.
 */
export function wantedLevels(
  { bids, asks }: RecordedLevels,
  scale: MarketScale,
  limit: number,
): WantedLevel[] {
  return [...sideOf("buy", bids, scale, limit), ...sideOf("sell", asks, scale, limit)];
}

function sideOf(side: Side, levels: readonly BookLevel[], scale: MarketScale, limit: number): WantedLevel[] {
  const round = side === "buy" ? Math.floor : Math.ceil;
  const volumesE8 = new Map<number, bigint>();
  for (const [priceE8, volumeE8] of levels) {
    const priceTicks = round(priceE8 / scale.tickE8);
    volumesE8.set(priceTicks, (volumesE8.get(priceTicks) ?? 0n) + volumeE8);
  }
  const lotE8 = (BigInt(scale.lotUnits) * 100_000_000n) / 10n ** BigInt(scale.baseScale);
  const wanted: WantedLevel[] = [];
  for (const [priceTicks, volumeE8] of volumesE8) {
    const quantityLots = Math.min(scale.maxLots, Number(volumeE8 / lotE8));
    const isSmall =
      quantityLots < scale.minLots ||
      quantityLots * priceTicks * scale.quoteUnitsPerTickLot < scale.minNotionalUnits;
    if (priceTicks > 0 && !isSmall) wanted.push({ side, priceTicks, quantityLots });
  }
  return wanted.slice(0, limit);
}
