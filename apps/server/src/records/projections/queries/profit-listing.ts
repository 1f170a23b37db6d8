import { type MarketScale, marketScale } from "@candor/domain/specs/listing";
import type { Kysely } from "kysely";
import { IndexPrices } from "../profit/index-prices.ts";
import { VALUE_COIN } from "../profit/values.ts";
import type { ReadModelTables } from "../tables.ts";

export interface ProfitMarket {
  readonly marketId: number;
  readonly symbol: string;
  readonly isContract: boolean;
  readonly baseAssetId: number;
  readonly quoteAssetId: number;
  readonly scale: MarketScale;
}

/** Assets and markets, as the tables have them. */
export interface ProfitListing {
  /** Decimals of a coin. */
  scale(assetId: number): number;
  symbol(assetId: number): string;
  market(marketId: number): ProfitMarket;
  readonly markets: readonly ProfitMarket[];
  /** The market whose index values a coin; `undefined` for USDT, and for a coin without one. */
  indexMarketOf(assetId: number): number | undefined;
  readonly valueAssetId: number | undefined;
}

export async function profitListing(db: Kysely<ReadModelTables>): Promise<ProfitListing> {
  const assets = await db.selectFrom("assets").select(["asset_id", "symbol", "spec"]).execute();
  const rows = await db
    .selectFrom("markets")
    .select(["market_id", "symbol", "base_asset_id", "quote_asset_id", "spec"])
    .orderBy("market_id")
    .execute();
  const specs = new Map(assets.map(({ asset_id, spec }) => [asset_id, spec]));
  const specOf = (assetId: number) => {
    const spec = specs.get(assetId);
    if (spec === undefined) throw new Error(`asset ${assetId} was never listed`);
    return spec;
  };
  const markets = rows.map(
    (row): ProfitMarket => ({
      marketId: row.market_id,
      symbol: row.symbol,
      isContract: "brackets" in row.spec,
      baseAssetId: row.base_asset_id,
      quoteAssetId: row.quote_asset_id,
      scale: marketScale(row.spec, specOf(row.base_asset_id), specOf(row.quote_asset_id)),
    }),
  );
  const byId = new Map(markets.map((market) => [market.marketId, market]));
  const valueAssetId = assets.find(({ symbol }) => symbol === VALUE_COIN)?.asset_id;
  const indexes = new IndexPrices();
  if (valueAssetId !== undefined) indexes.addValueCoin(valueAssetId);
  for (const { marketId, isContract, baseAssetId, quoteAssetId } of markets)
    if (!isContract && quoteAssetId === valueAssetId) indexes.addMarket(marketId, baseAssetId);
  return {
    scale: (assetId) => specOf(assetId).scale,
    symbol: (assetId) => specOf(assetId).symbol,
    market(marketId) {
      const market = byId.get(marketId);
      if (market === undefined) throw new Error(`market ${marketId} was never listed`);
      return market;
    },
    markets,
    indexMarketOf: (assetId) => indexes.marketOf(assetId),
    valueAssetId,
  };
}
