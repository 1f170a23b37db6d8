import { type Kysely, sql } from "kysely";
import type { ReadModelTables } from "../tables.ts";

/** Returns what all friends' trading fees have earned an inviter, in units of USDT. */
export async function referralTotal(db: Kysely<ReadModelTables>, inviterId: number): Promise<number> {
  const row = await db
    .selectFrom("referral_contributions")
    .select(sql<number>`coalesce(sum(value_units), 0)::bigint`.as("units"))
    .where("inviter_id", "=", inviterId)
    .executeTakeFirstOrThrow();
  return row.units;
}

/** Returns the same for given friends; those without earnings are missing. */
export async function referralContributions(
  db: Kysely<ReadModelTables>,
  inviterId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("referral_contributions")
    .select(["user_id", "value_units"])
    .where("inviter_id", "=", inviterId)
    .where("user_id", "in", userIds)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.value_units]));
}
