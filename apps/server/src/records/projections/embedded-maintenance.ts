import { type Kysely, sql } from "kysely";
import type { ReadModelTables } from "./tables.ts";

/** Rows between two checkpoints of the database, which free its log. */
const CHECKPOINT_ROWS = 65_536;
/** Rows before the planner's statistics are first computed; doubles each time. */
const FIRST_ANALYZE_ROWS = 2_048;

/** Does for the embedded database what a database server does by itself, see ReadModelDatabase. */
export class EmbeddedMaintenance {
  private readonly db: Kysely<ReadModelTables>;
  private readonly checkpoint = new RowClock(CHECKPOINT_ROWS, 1);
  private readonly analyze = new RowClock(FIRST_ANALYZE_ROWS, 2);

  constructor(db: Kysely<ReadModelTables>) {
    this.db = db;
  }

  async run(rowsWritten: number): Promise<void> {
    const { db } = this;
    if (this.analyze.isDue(rowsWritten)) {
      // Rows of the other tables never change, so there is nothing to clean up.
      for (const table of ["orders", "klines"]) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
      for (const table of ["trades", "fills", "fund_records", "kline_history"])
        await sql`analyze ${sql.table(table)}`.execute(db);
    }
    if (this.checkpoint.isDue(rowsWritten)) await sql`checkpoint`.execute(db);
  }
}

/** Signals after a given number of written rows, with a larger number each time. */
class RowClock {
  private rows = 0;
  private dueRows: number;
  private readonly factor: number;

  constructor(firstRows: number, factor: number) {
    this.dueRows = firstRows;
    this.factor = factor;
  }

  isDue(rowsWritten: number): boolean {
    this.rows += rowsWritten;
    if (this.rows < this.dueRows) return false;
    this.rows = 0;
    this.dueRows *= this.factor;
    return true;
  }
}
