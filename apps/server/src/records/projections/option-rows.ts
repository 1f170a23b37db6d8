import type { OptionChanged, OptionTicked } from "@candor/domain/events/option-events";
import type { Kysely } from "kysely";
import { CODES } from "./codes.ts";
import { addToOptionDays } from "./day-rows.ts";
import type { Pause } from "./pause.ts";
import type { OptionsTable, OptionTicksTable } from "./product-tables.ts";
import {
  bigint,
  type Columns,
  insertRows,
  integer,
  jsonb,
  smallint,
  text,
  updateRows,
} from "./row-writer.ts";
import type { ReadModelTables } from "./tables.ts";

interface OptionRow {
  readonly option: OptionChanged;
  /** 0 if it has not ended. */
  readonly settledSeq: number;
  /** Whether it was bought in this group. */
  readonly isNew: boolean;
}

interface TickRow {
  readonly tick: OptionTicked;
  readonly seq: number;
  readonly timeMs: number;
}

/** Timed options of one group of commands, with the ticks that decide them; several changes become one row. */
export class OptionRows {
  private readonly options = new Map<number, OptionRow>();
  private readonly ticks: TickRow[] = [];

  get count(): number {
    return this.options.size + this.ticks.length;
  }

  change(option: OptionChanged, seq: number): void {
    const { cause, optionId } = option;
    const isNew = cause === "accepted" || this.options.get(optionId)?.isNew === true;
    const settledSeq = cause === "settled" || cause === "voided" ? seq : 0;
    this.options.set(optionId, { option, settledSeq, isNew });
  }

  tick(tick: OptionTicked, seq: number, timeMs: number): void {
    this.ticks.push({ tick, seq, timeMs });
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    const rows = [...this.options.values()];
    const fresh = rows.filter(({ isNew }) => isNew);
    const old = rows.filter(({ isNew }) => !isNew);
    await insertRows(db, "options", COLUMNS, fresh, pause);
    await updateRows(db, "options", "option_id", CHANGING_COLUMNS, old, pause);
    const ended = rows.filter(({ settledSeq }) => settledSeq > 0).map(({ option }) => option);
    await addToOptionDays(db, ended, pause);
    await insertRows(db, "option_ticks", TICK_COLUMNS, this.ticks, pause);
  }
}

const CHANGING_COLUMNS = {
  option_id: bigint(({ option }: OptionRow) => option.optionId),
  status: smallint(({ option }: OptionRow) => CODES.optionStatus.code(option.status)),
  strike_e8: bigint(({ option }: OptionRow) => option.strikeE8),
  strike_seq: bigint(({ option }: OptionRow) => option.strikeSeq),
  strike_at_ms: bigint(({ option }: OptionRow) => option.strikeAtMs),
  sell_e8: bigint(({ option }: OptionRow) => option.sellE8),
  tick_count: integer(({ option }: OptionRow) => option.tickCount),
  first_tick_seq: bigint(({ option }: OptionRow) => option.firstTickSeq),
  last_tick_seq: bigint(({ option }: OptionRow) => option.lastTickSeq),
  payout_units: bigint(({ option }: OptionRow) => option.payoutUnits),
  settled_seq: bigint((row: OptionRow) => row.settledSeq),
} as const;

const COLUMNS: Columns<OptionsTable, OptionRow> = {
  ...CHANGING_COLUMNS,
  user_id: bigint(({ option }) => option.userId),
  market_id: integer(({ option }) => option.marketId),
  direction: smallint(({ option }) => CODES.direction.code(option.direction)),
  stake_units: bigint(({ option }) => option.stakeUnits),
  payout_ppm: integer(({ option }) => option.payoutPpm),
  income_units: bigint(({ option }) => option.incomeUnits),
  duration_seconds: integer(({ option }) => option.durationSeconds),
  accepted_seq: bigint(({ option }) => option.acceptedSeq),
  accepted_at_ms: bigint(({ option }) => option.acceptedAtMs),
  expires_at_ms: bigint(({ option }) => option.expiresAtMs),
  key: text(({ option }) => option.key),
};

const TICK_COLUMNS: Columns<OptionTicksTable, TickRow> = {
  market_id: integer(({ tick }) => tick.marketId),
  seq: bigint(({ seq }) => seq),
  time_ms: bigint(({ timeMs }) => timeMs),
  price_e8: bigint(({ tick }) => tick.priceE8),
  sources: jsonb(({ tick }) => tick.sources),
};
