import { type Kysely, sql } from "kysely";

/** A position's margin follows from its largest cost and the leverage it has. The rebuild fills the costs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table positions rename column margin_units to max_cost_units`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table positions rename column max_cost_units to margin_units`.execute(db);
}
