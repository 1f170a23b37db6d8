import { type Kysely, sql } from "kysely";
import { BoundedMap } from "../../../kit/bounded-map.ts";
import { NumberArray } from "../number-array.ts";
import type { ReadModelTables } from "../tables.ts";
import { type ProfitState, stateOfRow } from "./profit-state.ts";

/** States in memory, about 1 kB each. */
const MAX_KEPT = 10_000;

/**
 * The states of users whose accounts changed lately, as in the tables. A transaction takes them out and changes them;
 * they come back when it has committed. If it fails, they are gone, and the next one reads them from the tables.
 */
export class ProfitStates {
  private readonly kept = new BoundedMap<number, ProfitState>(MAX_KEPT);

  /** Takes the states of these users, without those who have none. */
  async take(db: Kysely<ReadModelTables>, userIds: ReadonlySet<number>): Promise<Map<number, ProfitState>> {
    const states = new Map<number, ProfitState>();
    const missing: number[] = [];
    for (const userId of userIds) {
      const state = this.kept.get(userId);
      this.kept.delete(userId);
      if (state === undefined) missing.push(userId);
      else states.set(userId, state);
    }
    if (missing.length === 0) return states;
    const ids = new NumberArray(Float64Array.from(missing));
    const rows = await db
      .selectFrom("profit_states")
      .selectAll()
      .where(sql<boolean>`user_id = any(${ids}::bigint[])`)
      .execute();
    for (const row of rows) states.set(row.user_id, stateOfRow(row));
    return states;
  }

  /** Takes back states that are now in the tables. */
  keep(states: Iterable<ProfitState>): void {
    for (const state of states) {
      state.isStored = true;
      this.kept.set(state.userId, state);
    }
  }
}
