import { FLOW_KINDS, type FlowKind } from "@candor/domain/statement-kinds";
import { type Kysely, sql } from "kysely";
import { CODES } from "../codes.ts";
import { ONE_E8, valueE16 } from "../profit/values.ts";
import type { ReadModelTables } from "../tables.ts";
import { codeIn } from "./code-in.ts";
import type { ProfitListing } from "./profit-listing.ts";

/** The value of what one kind brought, minus what it took. */
export interface FlowSum {
  readonly kind: FlowKind;
  readonly valueE16: bigint;
}

/**
 * Returns deposits, withdrawals, play money and corrections: USDT of the ledger, and other coins at their value then.
 * Since ≤ t < until.
 */
export async function statementFlows(
  db: Kysely<ReadModelTables>,
  listing: ProfitListing,
  userId: number,
  sinceMs: number,
  untilMs: number,
): Promise<readonly FlowSum[]> {
  const kinds = FLOW_KINDS.map(CODES.fundRecordKind.code);
  const values = new Map<FlowKind, bigint>();
  const add = (code: number, value: bigint): void => {
    const kind = FLOW_KINDS.find((each) => CODES.fundRecordKind.code(each) === code);
    if (kind === undefined) throw new Error(`fund record kind ${code} is no flow`);
    values.set(kind, (values.get(kind) ?? 0n) + value);
  };
  const coins = await db
    .selectFrom("value_records")
    .select(["kind", sql<string>`sum(value_e16)::text`.as("value")])
    .where("user_id", "=", userId)
    .where("time_ms", ">=", sinceMs)
    .where("time_ms", "<", untilMs)
    .where(codeIn("kind", kinds))
    .groupBy("kind")
    .execute();
  for (const { kind, value } of coins) add(kind, BigInt(value));
  const { valueAssetId } = listing;
  if (valueAssetId !== undefined) {
    const scale = listing.scale(valueAssetId);
    const dollars = await db
      .selectFrom("fund_records")
      .select(["kind", sql<string>`sum(amount_units)::text`.as("units")])
      .where("user_id", "=", userId)
      .where("time_ms", ">=", sinceMs)
      .where("time_ms", "<", untilMs)
      .where("asset_id", "=", valueAssetId)
      .where("result", "=", CODES.result.code("success"))
      .where(codeIn("kind", kinds))
      .where(sql<boolean>`kind not in (6, 7)`)
      .groupBy("kind")
      .execute();
    for (const { kind, units } of dollars) add(kind, BigInt(units) * valueE16(1, scale, ONE_E8));
  }
  return FLOW_KINDS.flatMap((kind) => {
    const value = values.get(kind);
    return value === undefined ? [] : [{ kind, valueE16: value }];
  });
}
