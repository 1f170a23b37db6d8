import { type Kysely, sql } from "kysely";
import type { ProfitState } from "../profit/profit-state.ts";
import type { ReadModelTables } from "../tables.ts";
import { acquisitionsOn } from "./day-acquisitions.ts";
import { packedRows } from "./packed-rows.ts";
import type { ProfitListing } from "./profit-listing.ts";

/** The lots that remain of a coin when the oldest leave first. */
export interface FifoCost {
  readonly lots: number;
  readonly oldestAtMs: number;
  /** In 1e-16 USDT. */
  readonly costE16: bigint;
}

/** The sum of a day's acquisitions of one coin. */
interface AcquiredOn {
  readonly day: number;
  readonly lots: number;
  readonly units: number;
  readonly valueE16: bigint;
}

/** A user's acquisitions by coin, a sum for each day. */
export type AcquiredDays = ReadonlyMap<number, ReadonlyMap<number, AcquiredOn>>;

/** @param state the user's state, which has the last day */
export async function acquiredDays(db: Kysely<ReadModelTables>, state: ProfitState): Promise<AcquiredDays> {
  const byAsset = new Map<number, Map<number, AcquiredOn>>();
  /** Each wallet has its own sum. */
  const add = (assetId: number, { day, lots, units, valueE16 }: AcquiredOn): void => {
    const days = byAsset.get(assetId) ?? new Map<number, AcquiredOn>();
    byAsset.set(assetId, days);
    const sum = days.get(day) ?? { day, lots: 0, units: 0, valueE16: 0n };
    days.set(day, {
      day,
      lots: sum.lots + lots,
      units: sum.units + units,
      valueE16: sum.valueE16 + valueE16,
    });
  };
  for (const { assetId, acquired } of state.accounts)
    if (acquired !== undefined) add(assetId, { day: state.day, ...acquired });
  const rows = await packedRows(
    db,
    ["day", "asset_id", "acquired_lots", "acquired_units", "acquired_value_e16"],
    sql`
      select day, asset_id, acquired_lots, acquired_units, acquired_value_e16 from holding_days
      where user_id = ${state.userId}::bigint and acquired_lots > 0`,
  );
  for (const [day, assetId, lots, units, valueE16] of rows)
    add(Number(assetId), {
      day: Number(day),
      lots: Number(lots),
      units: Number(units),
      valueE16: BigInt(valueE16 as string),
    });
  return byAsset;
}

/**
 * Returns the lots that `units` of a coin consist of when the oldest leave first: the newest acquisitions. What left a lot
 * had floor(cost × units ÷ lot); the rest of the cost remains with the rest. Only the oldest day is read lot by lot.
 * @param acquired the user's acquisitions of this coin
 */
export async function fifoCost(
  db: Kysely<ReadModelTables>,
  listing: ProfitListing,
  acquired: Iterable<AcquiredOn>,
  { userId, assetId, units }: { readonly userId: number; readonly assetId: number; readonly units: number },
): Promise<FifoCost> {
  let missing = units;
  let lots = 0;
  let costE16 = 0n;
  for (const sum of [...acquired].sort((a, b) => b.day - a.day)) {
    if (sum.units >= missing) {
      const oldest = await lotsOfDay(db, listing, { userId, assetId, units: missing, day: sum.day });
      return { ...oldest, lots: lots + oldest.lots, costE16: costE16 + oldest.costE16 };
    }
    missing -= sum.units;
    lots += sum.lots;
    costE16 += sum.valueE16;
  }
  throw new Error(`user ${userId} holds ${missing} units of asset ${assetId} that never came`);
}

/** The newest lots of one day that add up to `units`. */
async function lotsOfDay(
  db: Kysely<ReadModelTables>,
  listing: ProfitListing,
  of: { readonly userId: number; readonly assetId: number; readonly units: number; readonly day: number },
): Promise<FifoCost> {
  let missing = of.units;
  let lots = 0;
  let oldestAtMs = 0;
  let costE16 = 0n;
  for await (const { timeMs, units, valueE16 } of acquisitionsOn(db, listing, of)) {
    const kept = Math.min(units, missing);
    costE16 += valueE16 - (valueE16 * BigInt(units - kept)) / BigInt(units);
    lots++;
    oldestAtMs = timeMs;
    missing -= kept;
    if (missing === 0) return { lots, oldestAtMs, costE16 };
  }
  throw new Error(
    `user ${of.userId} got ${missing} units less of asset ${of.assetId} than day ${of.day} has`,
  );
}
