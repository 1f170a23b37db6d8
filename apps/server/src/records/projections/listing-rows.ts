import type { MarketStatus, Product } from "@candor/domain/enumerations";
import type { AccountOpened, AssetListed, MarketFeesSet, MarketListed } from "@candor/domain/events/events";
import { type Kysely, sql } from "kysely";
import { CODES } from "./codes.ts";
import type { Pause } from "./pause.ts";
import type { ProjectionListings } from "./projection-listings.ts";
import { bigint, type Columns, insertRows, integer, jsonb, smallint, text } from "./row-writer.ts";
import type { AccountsTable, AssetsTable, MarketsTable, ReadModelTables } from "./tables.ts";

interface Happened<Event> {
  readonly event: Event;
  readonly seq: number;
  readonly timeMs: number;
}

interface ListedMarketRow extends Happened<MarketListed> {
  readonly product: Product;
  readonly baseAssetId: number;
  readonly quoteAssetId: number;
}

/** A market has no index when it is listed, so only cancels are possible until the first one. */
const STATUS_WHEN_LISTED: MarketStatus = "cancel-only";

/** Assets, markets and accounts of one group of commands. */
export class ListingRows {
  private readonly assets: Happened<AssetListed>[] = [];
  private readonly markets: ListedMarketRow[] = [];
  private readonly accounts = new Map<number, Happened<AccountOpened>>();
  private readonly changedFees = new Map<number, MarketFeesSet>();
  private readonly statuses = new Map<number, { readonly status: MarketStatus; readonly seq: number }>();

  get count(): number {
    const changes = this.statuses.size + this.changedFees.size;
    return this.assets.length + this.markets.length + this.accounts.size + changes;
  }

  asset(event: AssetListed, seq: number, timeMs: number): void {
    this.assets.push({ event, seq, timeMs });
  }

  market(event: MarketListed, seq: number, timeMs: number, listings: ProjectionListings): void {
    const { baseAssetId, isContract, quoteAssetId } = listings.market(event.marketId);
    const product = isContract ? "contract" : "spot";
    this.markets.push({ event, seq, timeMs, product, baseAssetId, quoteAssetId });
  }

  account(event: AccountOpened, seq: number, timeMs: number): void {
    this.accounts.set(event.userId, { event, seq, timeMs });
  }

  status(marketId: number, status: MarketStatus, seq: number): void {
    this.statuses.set(marketId, { status, seq });
  }

  fees(event: MarketFeesSet): void {
    this.changedFees.set(event.marketId, event);
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    await insertRows(db, "assets", ASSET_COLUMNS, this.assets, pause);
    await insertRows(db, "markets", MARKET_COLUMNS, this.markets, pause);
    // Opening an open account again is a no-op.
    const unlessOpen = sql`on conflict do nothing`;
    await insertRows(db, "accounts", ACCOUNT_COLUMNS, [...this.accounts.values()], pause, unlessOpen);
    for (const [marketId, { makerFeePpm, takerFeePpm }] of this.changedFees) {
      const fees = JSON.stringify({ makerFeePpm, takerFeePpm });
      await sql`update markets set spec = spec || ${fees}::jsonb where market_id = ${marketId}`.execute(db);
    }
    for (const [marketId, { status, seq }] of this.statuses) {
      await db
        .updateTable("markets")
        .set({ status: CODES.marketStatus.code(status), status_seq: seq })
        .where("market_id", "=", marketId)
        .execute();
    }
  }
}

const ASSET_COLUMNS: Columns<AssetsTable, Happened<AssetListed>> = {
  asset_id: integer(({ event }) => event.assetId),
  symbol: text(({ event }) => event.asset.symbol),
  spec: jsonb(({ event }) => event.asset),
  listed_seq: bigint(({ seq }) => seq),
  listed_at_ms: bigint(({ timeMs }) => timeMs),
};

const MARKET_COLUMNS: Columns<MarketsTable, ListedMarketRow> = {
  market_id: integer(({ event }) => event.marketId),
  symbol: text(({ event }) => event.market.symbol),
  product: smallint(({ product }) => CODES.product.code(product)),
  base_asset_id: integer(({ baseAssetId }) => baseAssetId),
  quote_asset_id: integer(({ quoteAssetId }) => quoteAssetId),
  spec: jsonb(({ event }) => event.market),
  status: smallint(() => CODES.marketStatus.code(STATUS_WHEN_LISTED)),
  status_seq: bigint(({ seq }) => seq),
  listed_seq: bigint(({ seq }) => seq),
  listed_at_ms: bigint(({ timeMs }) => timeMs),
};

const ACCOUNT_COLUMNS: Columns<AccountsTable, Happened<AccountOpened>> = {
  user_id: bigint(({ event }) => event.userId),
  role: smallint(({ event }) => CODES.accountRole.code(event.role)),
  opened_seq: bigint(({ seq }) => seq),
  opened_at_ms: bigint(({ timeMs }) => timeMs),
};
