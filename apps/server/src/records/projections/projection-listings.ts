import type { AccountRole } from "@candor/domain/enumerations";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import {
  type AssetSpec,
  type MarketScale,
  marketScale,
  type SpotMarketSpec,
} from "@candor/domain/specs/listing";
import { powerOfTen } from "@candor/money/decimal";
import type { Kysely } from "kysely";
import { CODES } from "./codes.ts";
import { ContractLeverages } from "./contract-leverages.ts";
import { IndexPrices } from "./profit/index-prices.ts";
import { ProfitStates } from "./profit/profit-states.ts";
import { VALUE_COIN } from "./profit/values.ts";
import { setLeverages } from "./queries/leverages.ts";
import type { ReadModelTables } from "./tables.ts";

/** Market data for projecting a trade. */
export interface ProjectedMarket {
  /** Whether it is a contract, in which case only quote coins change hands. */
  readonly isContract: boolean;
  readonly baseAssetId: number;
  readonly quoteAssetId: number;
  readonly scale: MarketScale;
  /** Volumes of bars are in 1e-8 of a coin: the value of one lot and of one quote unit in that. */
  readonly lotE8: bigint;
  readonly quoteUnitE8: bigint;
}

const E8_DECIMALS = 8;

/** State that the projector keeps in memory: listings, the sandbox's own accounts, leverages, and index prices. */
export class ProjectionListings {
  private readonly assets = new Map<string, { readonly assetId: number; readonly spec: AssetSpec }>();
  private readonly scales = new Map<number, number>();
  private readonly markets = new Map<number, ProjectedMarket>();
  private readonly labelled = new Set<number>();
  readonly leverages = new ContractLeverages();
  readonly prices = new IndexPrices();
  readonly profitStates = new ProfitStates();

  /** Loads the state from the tables. */
  static async load(db: Kysely<ReadModelTables>): Promise<ProjectionListings> {
    const listings = new ProjectionListings();
    for (const row of await db.selectFrom("assets").select(["asset_id", "spec"]).execute())
      listings.addAsset(row.asset_id, row.spec);
    for (const row of await db
      .selectFrom("markets")
      .select(["market_id", "spec"])
      .orderBy("market_id")
      .execute())
      listings.addMarket(row.market_id, row.spec);
    const labelled = await db
      .selectFrom("accounts")
      .select("user_id")
      .where("role", "=", CODES.accountRole.code("labelled"))
      .execute();
    for (const row of labelled) listings.addAccount(row.user_id, "labelled");
    for (const set of await setLeverages(db)) listings.leverages.change(set);
    await listings.prices.load(db);
    return listings;
  }

  addAsset(assetId: number, spec: AssetSpec): void {
    this.assets.set(spec.symbol, { assetId, spec });
    this.scales.set(assetId, spec.scale);
    if (spec.symbol === VALUE_COIN) this.prices.addValueCoin(assetId);
  }

  addMarket(marketId: number, spec: SpotMarketSpec | ContractSpec): void {
    const base = this.assets.get(spec.base);
    const quote = this.assets.get(spec.quote);
    if (base === undefined || quote === undefined)
      throw new Error(`market ${spec.symbol} trades an asset that was never listed`);
    const scale = marketScale(spec, base.spec, quote.spec);
    const isContract = "brackets" in spec;
    if (isContract) this.leverages.list(marketId, spec);
    else if (spec.quote === VALUE_COIN) this.prices.addMarket(marketId, base.assetId);
    this.markets.set(marketId, {
      isContract,
      baseAssetId: base.assetId,
      quoteAssetId: quote.assetId,
      scale,
      lotE8: BigInt(scale.lotUnits) * BigInt(powerOfTen(E8_DECIMALS - scale.baseScale)),
      quoteUnitE8: BigInt(powerOfTen(E8_DECIMALS - scale.quoteScale)),
    });
  }

  addAccount(userId: number, role: AccountRole): void {
    if (role === "labelled") this.labelled.add(userId);
  }

  market(marketId: number): ProjectedMarket {
    const market = this.markets.get(marketId);
    if (market === undefined) throw new Error(`market ${marketId} was never listed`);
    return market;
  }

  /** Returns a listed coin's number; `undefined` if it is not listed. */
  assetId(symbol: string): number | undefined {
    return this.assets.get(symbol)?.assetId;
  }

  /** Returns the decimals of a coin. */
  scale(assetId: number): number {
    const scale = this.scales.get(assetId);
    if (scale === undefined) throw new Error(`asset ${assetId} was never listed`);
    return scale;
  }

  isLabelled(userId: number): boolean {
    return this.labelled.has(userId);
  }
}
