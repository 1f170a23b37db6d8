import type { LiquidationStep, PositionChanged } from "@candor/domain/events/contract-events";
import type { Kysely } from "kysely";
import { legCode } from "./codes.ts";
import { RECORDS_PER_COMMAND } from "./fund-record-rows.ts";
import type { Pause } from "./pause.ts";
import type { DeleveragedPositionsTable } from "./product-tables.ts";
import type { ProjectionListings } from "./projection-listings.ts";
import { bigint, boolean, type Columns, insertRows, integer, smallint } from "./row-writer.ts";
import type { ReadModelTables } from "./tables.ts";

interface DeleveragedRow {
  readonly step: LiquidationStep;
  readonly stepId: number;
  readonly seq: number;
  readonly timeMs: number;
  /** The deleveraged position is of the other side than the liquidated one. */
  readonly isLong: boolean;
  isHedged: boolean;
}

/** Positions that auto-deleveraging closed in one group of commands. */
export class DeleveragedRows {
  private readonly rows: DeleveragedRow[] = [];

  get count(): number {
    return this.rows.length;
  }

  /** Takes the counterparty of a step. Ignores steps without one, and accounts of the exchange. */
  deleveraged(
    step: LiquidationStep,
    listings: Pick<ProjectionListings, "isLabelled">,
    seq: number,
    timeMs: number,
  ): void {
    if (step.counterpartyUserId === 0 || listings.isLabelled(step.counterpartyUserId)) return;
    const last = this.rows.at(-1);
    const stepId = last?.seq === seq ? last.stepId + 1 : seq * RECORDS_PER_COMMAND;
    this.rows.push({ step, stepId, seq, timeMs, isLong: step.lots < 0, isHedged: false });
  }

  /** The step has no leg of the counterparty. Its position follows in the same command. */
  changed({ leg, marketId, userId }: PositionChanged, seq: number): void {
    if (leg === undefined) return;
    for (let at = this.rows.length - 1; at >= 0; at--) {
      const row = this.rows[at] as DeleveragedRow;
      if (row.seq !== seq) return;
      if (row.step.counterpartyUserId === userId && row.step.marketId === marketId) row.isHedged = true;
    }
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    await insertRows(db, "deleveraged_positions", COLUMNS, this.rows, pause);
  }
}

const legOf = ({ isHedged, isLong }: DeleveragedRow): number => {
  if (!isHedged) return legCode(undefined);
  return legCode(isLong ? "long" : "short");
};

const COLUMNS: Columns<DeleveragedPositionsTable, DeleveragedRow> = {
  step_id: bigint(({ stepId }) => stepId),
  user_id: bigint(({ step }) => step.counterpartyUserId),
  time_ms: bigint(({ timeMs }) => timeMs),
  market_id: integer(({ step }) => step.marketId),
  leg: smallint(legOf),
  is_long: boolean(({ isLong }) => isLong),
  closed_lots: bigint(({ step }) => step.closedLots),
  closed_quote_units: bigint(({ step }) => step.closedQuoteUnits),
  price_ticks: bigint(({ step }) => step.priceTicks),
};
