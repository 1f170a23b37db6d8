import type { LeverLiquidated, LoanChanged } from "@candor/domain/events/lever-events";
import type { Kysely } from "kysely";
import { CODES } from "./codes.ts";
import { RECORDS_PER_COMMAND } from "./fund-record-rows.ts";
import type { Pause } from "./pause.ts";
import type { LeverLiquidationsTable, LoansTable } from "./product-tables.ts";
import { bigint, type Columns, insertRows, integer, smallint } from "./row-writer.ts";
import type { ReadModelTables } from "./tables.ts";

interface LoanRow {
  readonly loan: LoanChanged;
  readonly seq: number;
  readonly timeMs: number;
}

interface StepRow {
  readonly step: LeverLiquidated;
  readonly stepId: number;
  readonly seq: number;
  readonly timeMs: number;
}

/** Loans and liquidations of margin accounts, of one group of commands. */
export class LeverRows {
  private readonly loans: LoanRow[] = [];
  private readonly steps: StepRow[] = [];

  get count(): number {
    return this.loans.length + this.steps.length;
  }

  loan(loan: LoanChanged, seq: number, timeMs: number): void {
    this.loans.push({ loan, seq, timeMs });
  }

  liquidated(step: LeverLiquidated, seq: number, timeMs: number): void {
    const before = this.steps.at(-1);
    const stepId = before?.seq === seq ? before.stepId + 1 : seq * RECORDS_PER_COMMAND;
    this.steps.push({ step, stepId, seq, timeMs });
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    await insertRows(db, "loans", LOAN_COLUMNS, this.loans, pause);
    await insertRows(db, "lever_liquidations", STEP_COLUMNS, this.steps, pause);
  }
}

const LOAN_COLUMNS: Columns<LoansTable, LoanRow> = {
  loan_id: bigint(({ loan }) => loan.loanId),
  user_id: bigint(({ loan }) => loan.userId),
  market_id: integer(({ loan }) => loan.marketId),
  asset_id: integer(({ loan }) => loan.assetId),
  seq: bigint(({ seq }) => seq),
  time_ms: bigint(({ timeMs }) => timeMs),
  kind: smallint(({ loan }) => CODES.loanKind.code(loan.loanKind)),
  amount_units: bigint(({ loan }) => loan.amountUnits),
  interest_units: bigint(({ loan }) => loan.interestUnits),
  charged_units: bigint(({ loan }) => loan.chargedUnits),
  hourly_ppm: integer(({ loan }) => loan.hourlyPpm),
  hours: integer(({ loan }) => loan.hours),
  debt_units: bigint(({ loan }) => loan.debtUnits),
  owed_interest_units: bigint(({ loan }) => loan.owedInterestUnits),
};

const STEP_COLUMNS: Columns<LeverLiquidationsTable, StepRow> = {
  step_id: bigint(({ stepId }) => stepId),
  liquidation_id: bigint(({ step }) => step.liquidationId),
  user_id: bigint(({ step }) => step.userId),
  market_id: integer(({ step }) => step.marketId),
  seq: bigint(({ seq }) => seq),
  time_ms: bigint(({ timeMs }) => timeMs),
  method: smallint(({ step }) => CODES.leverLiquidationMethod.code(step.method)),
  index_e8: bigint(({ step }) => step.indexE8),
  index_ticks: bigint(({ step }) => step.indexTicks),
  base_units: bigint(({ step }) => step.baseUnits),
  quote_units: bigint(({ step }) => step.quoteUnits),
  base_owed_units: bigint(({ step }) => step.baseOwedUnits),
  quote_owed_units: bigint(({ step }) => step.quoteOwedUnits),
  level_e4: bigint(({ step }) => step.levelE4),
  order_id: bigint(({ step }) => step.orderId),
  closed_lots: bigint(({ step }) => step.closedLots),
  closed_quote_units: bigint(({ step }) => step.closedQuoteUnits),
  fee_units: bigint(({ step }) => step.feeUnits),
  base_repaid_units: bigint(({ step }) => step.baseRepaidUnits),
  quote_repaid_units: bigint(({ step }) => step.quoteRepaidUnits),
  base_fund_units: bigint(({ step }) => step.baseFundUnits),
  quote_fund_units: bigint(({ step }) => step.quoteFundUnits),
  base_loss_units: bigint(({ step }) => step.baseLossUnits),
  quote_loss_units: bigint(({ step }) => step.quoteLossUnits),
  base_left_units: bigint(({ step }) => step.baseLeftUnits),
  quote_left_units: bigint(({ step }) => step.quoteLeftUnits),
};
