import type { BalanceCorrected } from "@candor/domain/events/correction-events";
import type { SettingChanged } from "@candor/domain/events/setting-events";
import type { Kysely } from "kysely";
import { CODES } from "./codes.ts";
import type { CorrectionsTable, SettingVersionsTable } from "./operator-tables.ts";
import type { Pause } from "./pause.ts";
import { bigint, type Columns, insertRows, integer, smallint, text } from "./row-writer.ts";
import type { ReadModelTables } from "./tables.ts";

interface SettingRow {
  readonly event: SettingChanged;
  readonly seq: number;
  readonly timeMs: number;
}

/** Corrections and versions of settings of one group of commands. */
export class OperatorRows {
  private readonly corrections: BalanceCorrected[] = [];
  private readonly settings: SettingRow[] = [];

  get count(): number {
    return this.corrections.length + this.settings.length;
  }

  corrected(event: BalanceCorrected): void {
    this.corrections.push(event);
  }

  setting(event: SettingChanged, seq: number, timeMs: number): void {
    this.settings.push({ event, seq, timeMs });
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    await insertRows(db, "corrections", CORRECTION_COLUMNS, this.corrections, pause);
    await insertRows(db, "setting_versions", SETTING_COLUMNS, this.settings, pause);
  }
}

const CORRECTION_COLUMNS: Columns<CorrectionsTable, BalanceCorrected> = {
  correction_id: bigint(({ correctionId }) => correctionId),
  user_id: bigint(({ userId }) => userId),
  account: smallint(({ account }) => CODES.correctionAccount.code(account)),
  reason: text(({ reason }) => reason),
};

const SETTING_COLUMNS: Columns<SettingVersionsTable, SettingRow> = {
  setting: text(({ event }) => event.setting),
  version: integer(({ event }) => event.version),
  set_seq: bigint(({ seq }) => seq),
  set_at_ms: bigint(({ timeMs }) => timeMs),
  value: text(({ event }) => JSON.stringify(event.value)),
};
