import type { FundRecordKind, Wallet } from "@candor/domain/enumerations";
import type { StatementKind } from "@candor/domain/statement-kinds";
import { type Kysely, sql } from "kysely";
import { CODES } from "../codes.ts";
import { NO_MARGIN } from "../fund-record-rows.ts";
import type { ReadModelTables } from "../tables.ts";
import { packedRows } from "./packed-rows.ts";
import type { ProfitListing } from "./profit-listing.ts";

/** What one kind brought an account and took from it, in units of its coin, both without a sign. */
export interface StatementEntry {
  readonly kind: StatementKind;
  receivedUnits: bigint;
  paidUnits: bigint;
}

interface Account {
  readonly wallet: Wallet;
  /** -1 for a wallet. */
  readonly marginMarketId: number;
  readonly assetId: number;
}

/** The accounts of a statement with their entries, by `accountName`. */
export class StatementEntries {
  readonly accounts = new Map<string, Account>();
  private readonly entries = new Map<string, Map<StatementKind, StatementEntry>>();

  add(account: Account, kind: StatementKind, receivedUnits: bigint, paidUnits: bigint): void {
    const name = accountName(account);
    this.accounts.set(name, account);
    if (receivedUnits === 0n && paidUnits === 0n) return;
    const kinds = this.entries.get(name) ?? new Map<StatementKind, StatementEntry>();
    this.entries.set(name, kinds);
    const entry = kinds.get(kind) ?? { kind, receivedUnits: 0n, paidUnits: 0n };
    kinds.set(kind, entry);
    entry.receivedUnits += receivedUnits;
    entry.paidUnits += paidUnits;
  }

  /** Adds a change with a sign. */
  addChange(account: Account, kind: StatementKind, units: bigint): void {
    if (units < 0n) this.add(account, kind, 0n, 0n - units);
    else this.add(account, kind, units, 0n);
  }

  of(name: string): readonly StatementEntry[] {
    return [...(this.entries.get(name)?.values() ?? [])];
  }
}

export const accountName = ({ wallet, marginMarketId, assetId }: Account): string =>
  `${wallet} ${marginMarketId} ${assetId}`;

/**
 * The entry that a ledger entry belongs to. `null`: it does not change what an account is worth when it is posted. Loans
 * change balance and debt alike, interest counts when it is charged, and options and machines count as what was paid
 * for them. A withdrawal that was returned never moved.
 */
const KINDS: Readonly<Record<FundRecordKind, StatementKind | null>> = {
  deposit: "deposit",
  withdrawal: "withdrawal",
  "withdrawal-fee": "withdrawal-fee",
  "withdrawal-return": null,
  "transfer-in": "transfer",
  "transfer-out": "transfer",
  trade: "trade",
  "trade-fee": "trade-fee",
  "realized-profit": "realized-profit",
  funding: "funding",
  liquidation: "liquidation",
  adl: "adl",
  "option-stake": null,
  "option-payout": null,
  "option-refund": null,
  "mining-price": null,
  "mining-income": null,
  "mining-refund": null,
  convert: "transfer",
  loan: null,
  interest: null,
  repay: null,
  referral: "referral",
  faucet: "faucet",
  adjustment: "adjustment",
};

/** Returns a user's entries; since ≤ t < until. Those of options and machines are missing. */
export async function statementEntries(
  db: Kysely<ReadModelTables>,
  listing: ProfitListing,
  userId: number,
  sinceMs: number,
  untilMs: number,
): Promise<StatementEntries> {
  const entries = new StatementEntries();
  await addLedger(db, entries, userId, sinceMs, untilMs);
  await addInterest(db, entries, userId, sinceMs, untilMs);
  await addForgiven(db, entries, listing, userId, sinceMs, untilMs);
  return entries;
}

async function addLedger(
  db: Kysely<ReadModelTables>,
  entries: StatementEntries,
  userId: number,
  sinceMs: number,
  untilMs: number,
): Promise<void> {
  const rows = await packedRows(
    db,
    ["wallet", "margin_market_id", "asset_id", "kind", "received", "paid"],
    sql`
      select wallet, margin_market_id, asset_id, kind,
        sum(greatest(amount_units, 0)) as received, sum(greatest(0 - amount_units, 0)) as paid
      from fund_records
      where user_id = ${userId}::bigint and time_ms >= ${sinceMs}::bigint and time_ms < ${untilMs}::bigint
        and result = ${CODES.result.code("success")}
      group by wallet, margin_market_id, asset_id, kind`,
  );
  for (const [wallet, marginMarketId, assetId, code, received, paid] of rows) {
    const kind = KINDS[CODES.fundRecordKind.name(Number(code))];
    if (kind === null) continue;
    const account = {
      wallet: CODES.wallet.name(Number(wallet)),
      marginMarketId: Number(marginMarketId),
      assetId: Number(assetId),
    };
    entries.add(account, kind, BigInt(received as string), BigInt(paid as string));
  }
}

async function addInterest(
  db: Kysely<ReadModelTables>,
  entries: StatementEntries,
  userId: number,
  sinceMs: number,
  untilMs: number,
): Promise<void> {
  const rows = await db
    .selectFrom("loans")
    .select(["market_id", "asset_id", sql<string>`sum(interest_units)::text`.as("interest")])
    .where("user_id", "=", userId)
    .where("time_ms", ">=", sinceMs)
    .where("time_ms", "<", untilMs)
    .where("kind", "<>", CODES.loanKind.code("repay"))
    .groupBy(["market_id", "asset_id"])
    .execute();
  for (const { market_id: marginMarketId, asset_id: assetId, interest } of rows)
    entries.add({ wallet: "coin", marginMarketId, assetId }, "interest", 0n, BigInt(interest));
}

/** What is still owed after the last step of a liquidation is forgiven. */
async function addForgiven(
  db: Kysely<ReadModelTables>,
  entries: StatementEntries,
  listing: ProfitListing,
  userId: number,
  sinceMs: number,
  untilMs: number,
): Promise<void> {
  const rows = await db
    .selectFrom("lever_liquidations")
    .select([
      "market_id",
      sql<string>`sum(base_owed_units - base_repaid_units)::text`.as("base"),
      sql<string>`sum(quote_owed_units - quote_repaid_units)::text`.as("quote"),
    ])
    .where("user_id", "=", userId)
    .where("time_ms", ">=", sinceMs)
    .where("time_ms", "<", untilMs)
    .where("method", "=", CODES.leverLiquidationMethod.code("insurance-fund"))
    .groupBy("market_id")
    .execute();
  for (const { market_id: marginMarketId, base, quote } of rows) {
    const { baseAssetId, quoteAssetId } = listing.market(marginMarketId);
    const add = (assetId: number, units: string): void =>
      entries.addChange({ wallet: "coin", marginMarketId, assetId }, "liquidation", BigInt(units));
    add(baseAssetId, base);
    add(quoteAssetId, quote);
  }
}

/** Completes the entries of options and machines: what an account's other entries do not explain. */
export function addRest(entries: StatementEntries, account: Account, changeUnits: bigint): void {
  const name = accountName(account);
  const known = entries
    .of(name)
    .reduce((sum, { receivedUnits, paidUnits }) => sum + receivedUnits - paidUnits, 0n);
  const rest = changeUnits - known;
  if (rest === 0n) return;
  const { wallet, marginMarketId } = account;
  if (marginMarketId !== NO_MARGIN || (wallet !== "option" && wallet !== "main"))
    throw new Error(`${rest} units of account ${name} came without an entry`);
  entries.addChange(account, wallet === "option" ? "option" : "mining", rest);
}
