import { houseEdgePpm } from "@candor/formulas/timed-option/house-edge";
import { formatDecimal } from "@candor/money/decimal";
import type { CallReply } from "@candor/wire/calls";
import { formatRate } from "../../../market/market-data/market-format.ts";
import { optionName } from "../../../market/wire-objects/option.ts";
import type { CallHandler } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";

/**
 * Returns the payout table, how much of it is covered, and the pool: public, and with a login what the caller may still
 * stake.
 */
export function optionInfo({
  engine,
  listings,
  mirror,
}: Ports<"engine" | "listings" | "mirror">): CallHandler<"optionInfo"> {
  return async ({ symbol }, context): Promise<CallReply<"optionInfo">> => {
    const view = await engine.optionsView(context.session?.userId);
    const asset = view.terms === undefined ? undefined : listings.assetBySymbol(view.terms.asset);
    const write = (units: number): string => formatDecimal(units, asset?.spec.scale ?? 0);
    const list = view.offers.flatMap((offer) => {
      const market = listings.market(offer.marketId);
      if (symbol !== undefined && market.spec.symbol !== symbol) return [];
      return [
        {
          symbol: market.spec.symbol,
          name: optionName(market),
          minAmount: write(offer.minStakeUnits),
          maxAmount: write(offer.maxStakeUnits),
          open: offer.isOpen,
          indexPrice: market.format.indexPrice(mirror.market(offer.marketId)?.indexE8 ?? 0),
          durations: offer.durations.map(({ durationSeconds, payoutPpm, remainingUnits }) => ({
            durationSeconds,
            payoutRate: formatRate(payoutPpm),
            houseEdge: formatRate(houseEdgePpm(payoutPpm)),
            remaining: write(remainingUnits),
          })),
        },
      ];
    });
    return {
      list,
      pool:
        asset === undefined
          ? null
          : {
              asset: asset.spec.symbol,
              size: write(view.poolUnits + view.owedUnits),
              free: write(view.poolUnits),
              escrow: write(view.escrowUnits),
            },
      userRemaining: view.userRemainingUnits === undefined ? null : write(view.userRemainingUnits),
      asOfSeq: view.asOfSeq,
    };
  };
}
