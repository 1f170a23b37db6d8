import type { ReferralPaid } from "@candor/domain/events/referral-events";
import { add } from "@candor/money/integer";
import { type Kysely, sql } from "kysely";
import type { Pause } from "./pause.ts";
import type { ReferralContributionsTable } from "./product-tables.ts";
import { bigint, type Columns, insertRows } from "./row-writer.ts";
import type { ReadModelTables } from "./tables.ts";

interface Contribution {
  readonly inviterId: number;
  readonly userId: number;
  readonly valueUnits: number;
}

/** Referral earnings of one group of commands, added to earlier ones. */
export class ReferralRows {
  private readonly contributions = new Map<string, Contribution>();

  get count(): number {
    return this.contributions.size;
  }

  paid({ inviterId, userId, valueUnits }: ReferralPaid): void {
    const pair = `${inviterId}/${userId}`;
    const before = this.contributions.get(pair)?.valueUnits ?? 0;
    this.contributions.set(pair, { inviterId, userId, valueUnits: add(before, valueUnits) });
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    const raise = sql`on conflict (inviter_id, user_id) do update
      set value_units = referral_contributions.value_units + excluded.value_units`;
    await insertRows(db, "referral_contributions", COLUMNS, [...this.contributions.values()], pause, raise);
  }
}

const COLUMNS: Columns<ReferralContributionsTable, Contribution> = {
  inviter_id: bigint(({ inviterId }) => inviterId),
  user_id: bigint(({ userId }) => userId),
  value_units: bigint(({ valueUnits }) => valueUnits),
};
