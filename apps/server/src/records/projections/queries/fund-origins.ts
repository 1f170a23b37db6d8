import type { FundRecordKind, Side, Wallet, WithdrawalStatus } from "@candor/domain/enumerations";
import { type Kysely, sql } from "kysely";
import { CODES } from "../codes.ts";
import { NumberArray } from "../number-array.ts";
import type { ReadModelTables } from "../tables.ts";
import type { FundRecord } from "./fund-records.ts";

/** Origin of a fund record, for describing it in words. */
export type FundOrigin =
  | {
      readonly kind: "trade";
      readonly orderId: number;
      readonly marketId: number;
      readonly side: Side;
      readonly priceTicks: number;
      readonly quantityLots: number;
    }
  | { readonly kind: "transfer"; readonly from: Wallet; readonly to: Wallet }
  | {
      readonly kind: "deposit";
      readonly chainIndex: number;
      readonly txHash: string;
      readonly logIndex: number;
    }
  | {
      readonly kind: "withdrawal";
      readonly chainIndex: number;
      readonly address: string;
      readonly status: WithdrawalStatus;
      /** "" if there is none, as in `reason`. */
      readonly txHash: string;
      readonly reason: string;
    }
  | { readonly kind: "correction"; readonly reason: string };

type Origins = Map<number, FundOrigin>;

const TRADES: readonly FundRecordKind[] = ["trade", "trade-fee"];
const TRANSFERS: readonly FundRecordKind[] = ["transfer-in", "transfer-out"];
const WITHDRAWALS: readonly FundRecordKind[] = ["withdrawal", "withdrawal-fee", "withdrawal-return"];

type AddOrigins = (
  db: Kysely<ReadModelTables>,
  userId: number,
  records: readonly FundRecord[],
  found: Origins,
) => Promise<void>;

/** Function that finds the origin for each kind. */
const PARTS: readonly (readonly [kinds: readonly FundRecordKind[], add: AddOrigins])[] = [
  [TRADES, addTrades],
  [TRANSFERS, addTransfers],
  [["deposit"], addDeposits],
  [WITHDRAWALS, addWithdrawals],
  [["adjustment"], addCorrections],
];

/** Returns the origins of some records of one user, by record id. Kinds that are self-explanatory have no entry. */
export async function fundOrigins(
  db: Kysely<ReadModelTables>,
  userId: number,
  records: readonly FundRecord[],
): Promise<ReadonlyMap<number, FundOrigin>> {
  const found: Origins = new Map();
  for (const [kinds, add] of PARTS) {
    const own = records.filter(({ kind }) => kinds.includes(kind));
    if (own.length > 0) await add(db, userId, own, found);
  }
  return found;
}

const bigints = (values: readonly number[]) => sql`${new NumberArray(Float64Array.from(values))}::bigint[]`;

function referencesOf(records: readonly FundRecord[]): number[] {
  return [...new Set(records.map(({ refId }) => refId))];
}

function spread<Row>(
  records: readonly FundRecord[],
  rows: ReadonlyMap<number, Row>,
  found: Origins,
  originOf: (row: Row) => FundOrigin,
): void {
  for (const { recordId, refId } of records) {
    const row = rows.get(refId);
    if (row !== undefined) found.set(recordId, originOf(row));
  }
}

/** A trade's record has the time of its fill, so each fill is looked up by both. */
async function addTrades(
  db: Kysely<ReadModelTables>,
  userId: number,
  records: readonly FundRecord[],
  found: Origins,
): Promise<void> {
  const times = new Map(records.map(({ refId, timeMs }) => [refId, timeMs]));
  const { rows } = await sql<{
    trade_id: number;
    order_id: number;
    market_id: number;
    side: number;
    price_ticks: number;
    quantity_lots: number;
  }>`
    select fill.trade_id, fill.order_id, fill.market_id, fill.side, fill.price_ticks, fill.quantity_lots
    from unnest(${bigints([...times.values()])}, ${bigints([...times.keys()])}) as sought (time_ms, trade_id)
    cross join lateral (
      select * from fills
      where user_id = ${userId} and time_ms = sought.time_ms and trade_id = sought.trade_id
      limit 1
    ) as fill`.execute(db);
  spread(records, new Map(rows.map((row) => [row.trade_id, row])), found, (row) => ({
    kind: "trade",
    orderId: row.order_id,
    marketId: row.market_id,
    side: CODES.side.name(row.side),
    priceTicks: row.price_ticks,
    quantityLots: row.quantity_lots,
  }));
}

async function addTransfers(
  db: Kysely<ReadModelTables>,
  userId: number,
  records: readonly FundRecord[],
  found: Origins,
): Promise<void> {
  const rows = await db
    .selectFrom("fund_records")
    .select(["ref_id", "kind", "wallet"])
    .where("user_id", "=", userId)
    .where(sql<boolean>`ref_id = any(${bigints(referencesOf(records))})`)
    .where(sql<boolean>`kind not in (6, 7)`)
    .execute();
  const wallets = (kind: FundRecordKind) =>
    new Map(
      rows
        .filter((row) => row.kind === CODES.fundRecordKind.code(kind))
        .map((row) => [row.ref_id, CODES.wallet.name(row.wallet)]),
    );
  const [left, reached] = [wallets("transfer-out"), wallets("transfer-in")];
  for (const { recordId, refId } of records) {
    const [from, to] = [left.get(refId), reached.get(refId)];
    if (from !== undefined && to !== undefined) found.set(recordId, { kind: "transfer", from, to });
  }
}

async function addDeposits(
  db: Kysely<ReadModelTables>,
  userId: number,
  records: readonly FundRecord[],
  found: Origins,
): Promise<void> {
  const rows = await db
    .selectFrom("deposits")
    .select(["deposit_id", "chain_index", "tx_hash", "log_index"])
    .where("user_id", "=", userId)
    .where(sql<boolean>`deposit_id = any(${bigints(referencesOf(records))})`)
    .execute();
  spread(records, new Map(rows.map((row) => [row.deposit_id, row])), found, (row) => ({
    kind: "deposit",
    chainIndex: row.chain_index,
    txHash: row.tx_hash,
    logIndex: row.log_index,
  }));
}

async function addWithdrawals(
  db: Kysely<ReadModelTables>,
  userId: number,
  records: readonly FundRecord[],
  found: Origins,
): Promise<void> {
  const rows = await db
    .selectFrom("withdrawals")
    .select(["withdrawal_id", "chain_index", "address", "status", "tx_hash", "reason"])
    .where("user_id", "=", userId)
    .where(sql<boolean>`withdrawal_id = any(${bigints(referencesOf(records))})`)
    .execute();
  spread(records, new Map(rows.map((row) => [row.withdrawal_id, row])), found, (row) => ({
    kind: "withdrawal",
    chainIndex: row.chain_index,
    address: row.address,
    status: CODES.withdrawalStatus.name(row.status),
    txHash: row.tx_hash,
    reason: row.reason,
  }));
}

async function addCorrections(
  db: Kysely<ReadModelTables>,
  userId: number,
  records: readonly FundRecord[],
  found: Origins,
): Promise<void> {
  const rows = await db
    .selectFrom("corrections")
    .select(["correction_id", "reason"])
    .where("user_id", "=", userId)
    .where(sql<boolean>`correction_id = any(${bigints(referencesOf(records))})`)
    .execute();
  spread(records, new Map(rows.map((row) => [row.correction_id, row])), found, ({ reason }) => ({
    kind: "correction",
    reason,
  }));
}
