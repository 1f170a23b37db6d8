import type {
  FundingClosed,
  FundingPaid,
  FundingSettled,
  LiquidationStep,
} from "@candor/domain/events/contract-events";
import type { Kysely } from "kysely";
import { CODES, legCode } from "./codes.ts";
import { RECORDS_PER_COMMAND } from "./fund-record-rows.ts";
import type { Pause } from "./pause.ts";
import { bigint, type Columns, insertRows, integer, jsonb, smallint } from "./row-writer.ts";
import type {
  FundingPaymentsTable,
  FundingRoundsTable,
  LiquidationStepsTable,
  ReadModelTables,
} from "./tables.ts";

interface RoundRow {
  readonly round: FundingSettled;
  readonly seq: number;
  closedSeq: number;
  remainderUnits: number;
}

interface PaymentRow {
  readonly payment: FundingPaid;
  readonly seq: number;
  readonly timeMs: number;
}

interface StepRow {
  readonly step: LiquidationStep;
  readonly stepId: number;
  readonly seq: number;
  readonly timeMs: number;
}

interface Closing {
  readonly event: FundingClosed;
  readonly seq: number;
}

const roundKey = (marketId: number, round: number): string => `${marketId} ${round}`;

/** Fundings and liquidation steps of one group of commands, with all their inputs. */
export class ContractRows {
  private readonly rounds = new Map<string, RoundRow>();
  private readonly payments: PaymentRow[] = [];
  private readonly steps: StepRow[] = [];
  /** Rounds from before this group that were settled in it. */
  private readonly closings: Closing[] = [];
  private seq = 0;
  private position = 0;

  get count(): number {
    return this.rounds.size + this.payments.length + this.steps.length + this.closings.length;
  }

  settled(round: FundingSettled, seq: number): void {
    const row = { round, seq, closedSeq: 0, remainderUnits: 0 };
    this.rounds.set(roundKey(round.marketId, round.round), row);
  }

  paid(payment: FundingPaid, seq: number, timeMs: number): void {
    this.payments.push({ payment, seq, timeMs });
  }

  closed(event: FundingClosed, seq: number): void {
    const row = this.rounds.get(roundKey(event.marketId, event.round));
    if (row === undefined) {
      this.closings.push({ event, seq });
      return;
    }
    row.closedSeq = seq;
    row.remainderUnits = event.remainderUnits;
  }

  liquidated(step: LiquidationStep, seq: number, timeMs: number): void {
    this.position = seq === this.seq ? this.position + 1 : 0;
    this.seq = seq;
    this.steps.push({ step, stepId: seq * RECORDS_PER_COMMAND + this.position, seq, timeMs });
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    await insertRows(db, "funding_rounds", ROUND_COLUMNS, [...this.rounds.values()], pause);
    for (const { event, seq } of this.closings) {
      await db
        .updateTable("funding_rounds")
        .set({ closed_seq: seq, remainder_units: event.remainderUnits })
        .where("market_id", "=", event.marketId)
        .where("round", "=", event.round)
        .execute();
    }
    await insertRows(db, "funding_payments", PAYMENT_COLUMNS, this.payments, pause);
    await insertRows(db, "liquidation_steps", STEP_COLUMNS, this.steps, pause);
  }
}

const ROUND_COLUMNS: Columns<FundingRoundsTable, RoundRow> = {
  market_id: integer(({ round }) => round.marketId),
  round: integer(({ round }) => round.round),
  seq: bigint(({ seq }) => seq),
  due_at_ms: bigint(({ round }) => round.dueAtMs),
  rate_ppm: integer(({ round }) => round.ratePpm),
  premium_ppm: integer(({ round }) => round.premiumPpm),
  interest_ppm: integer(({ round }) => round.interestPpm),
  cap_ppm: integer(({ round }) => round.capPpm),
  mark_ticks: bigint(({ round }) => round.markTicks),
  index_e8: bigint(({ round }) => round.indexE8),
  samples_ppm: jsonb(({ round }) => round.samplesPpm),
  closed_seq: bigint((row) => row.closedSeq),
  remainder_units: bigint((row) => row.remainderUnits),
};

const PAYMENT_COLUMNS: Columns<FundingPaymentsTable, PaymentRow> = {
  funding_id: bigint(({ payment }) => payment.fundingId),
  user_id: bigint(({ payment }) => payment.userId),
  market_id: integer(({ payment }) => payment.marketId),
  round: integer(({ payment }) => payment.round),
  seq: bigint(({ seq }) => seq),
  time_ms: bigint(({ timeMs }) => timeMs),
  lots: bigint(({ payment }) => payment.lots),
  rate_ppm: integer(({ payment }) => payment.ratePpm),
  mark_ticks: bigint(({ payment }) => payment.markTicks),
  amount_units: bigint(({ payment }) => payment.amountUnits),
  missing_units: bigint(({ payment }) => payment.missingUnits),
};

const STEP_COLUMNS: Columns<LiquidationStepsTable, StepRow> = {
  step_id: bigint(({ stepId }) => stepId),
  liquidation_id: bigint(({ step }) => step.liquidationId),
  user_id: bigint(({ step }) => step.userId),
  seq: bigint(({ seq }) => seq),
  time_ms: bigint(({ timeMs }) => timeMs),
  market_id: integer(({ step }) => step.marketId),
  position_id: bigint(({ step }) => step.positionId),
  method: smallint(({ step }) => CODES.liquidationMethod.code(step.method)),
  margin_mode: smallint(({ step }) => CODES.marginMode.code(step.marginMode)),
  leg: smallint(({ step }) => legCode(step.leg)),
  lots: bigint(({ step }) => step.lots),
  entry_cost_units: bigint(({ step }) => step.entryCostUnits),
  margin_units: bigint(({ step }) => step.marginUnits),
  equity_units: bigint(({ step }) => step.equityUnits),
  maintenance_units: bigint(({ step }) => step.maintenanceUnits),
  wallet_units: bigint(({ step }) => step.walletUnits),
  tier: integer(({ step }) => step.tier),
  mark_ticks: bigint(({ step }) => step.markTicks),
  index_e8: bigint(({ step }) => step.indexE8),
  funding_term_e8: bigint(({ step }) => step.fundingTermE8),
  basis_term_e8: bigint(({ step }) => step.basisTermE8),
  last_term_e8: bigint(({ step }) => step.lastTermE8),
  closed_lots: bigint(({ step }) => step.closedLots),
  closed_quote_units: bigint(({ step }) => step.closedQuoteUnits),
  price_ticks: bigint(({ step }) => step.priceTicks),
  fee_units: bigint(({ step }) => step.feeUnits),
  loss_units: bigint(({ step }) => step.lossUnits),
  fund_units: bigint(({ step }) => step.fundUnits),
  fund_lots: bigint(({ step }) => step.fundLots),
  fund_cost_units: bigint(({ step }) => step.fundEntryCostUnits),
  order_id: bigint(({ step }) => step.orderId),
  counterparty_realized_units: bigint(({ step }) => step.counterpartyRealizedUnits),
  positions: jsonb(({ step }) => step.positions),
  fills: jsonb(({ step }) => step.fills),
};
