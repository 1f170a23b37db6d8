import type { Kysely } from "kysely";
import { CODES } from "../codes.ts";
import type { ReadModelTables } from "../tables.ts";
import { ONE_E8 } from "./values.ts";

/** The last index of each coin in USDT, from the spot market that trades it against USDT; the first one, if several. */
export class IndexPrices {
  private readonly assetByMarket = new Map<number, number>();
  private readonly pricesE8 = new Map<number, number>();

  /** Adds the coin that everything is valued in. */
  addValueCoin(assetId: number): void {
    this.pricesE8.set(assetId, ONE_E8);
  }

  /** Adds a spot market against that coin. */
  addMarket(marketId: number, baseAssetId: number): void {
    if (this.pricesE8.has(baseAssetId)) return;
    this.assetByMarket.set(marketId, baseAssetId);
    this.pricesE8.set(baseAssetId, 0);
  }

  /** Returns the market whose index values a coin. */
  marketOf(assetId: number): number | undefined {
    for (const [marketId, base] of this.assetByMarket) if (base === assetId) return marketId;
    return undefined;
  }

  /** Takes the index of any market. 0 means that there is none at the moment: the last one stays in force. */
  change(marketId: number, priceE8: number): void {
    const assetId = this.assetByMarket.get(marketId);
    if (assetId !== undefined && priceE8 > 0) this.pricesE8.set(assetId, priceE8);
  }

  /** Returns the price in 1e-8 USDT; 0 for a coin without an index so far. */
  priceE8(assetId: number): number {
    return this.pricesE8.get(assetId) ?? 0;
  }

  /** Loads the last prices from the charts of the indexes. */
  async load(db: Kysely<ReadModelTables>): Promise<void> {
    for (const marketId of this.assetByMarket.keys()) {
      const last = await db
        .selectFrom("klines")
        .select("close_e8")
        .where("market_id", "=", marketId)
        .where("price", "=", CODES.klinePrice.code("index"))
        .where("period", "=", CODES.period.code("1day"))
        .orderBy("open_time_ms", "desc")
        .limit(1)
        .executeTakeFirst();
      if (last !== undefined) this.change(marketId, last.close_e8);
    }
  }
}
