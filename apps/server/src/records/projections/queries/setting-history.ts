import type { SettingValue } from "@candor/domain/events/setting-events";
import type { Kysely } from "kysely";
import type { ReadModelTables } from "../tables.ts";

/** One of a setting's past or current values. */
export interface SettingVersion {
  readonly setting: string;
  readonly version: number;
  readonly seq: number;
  readonly setAtMs: number;
  readonly value: SettingValue;
}

/** Returns the versions of one setting, newest first; at most `limit`. */
export async function settingHistory(
  db: Kysely<ReadModelTables>,
  setting: string,
  limit: number,
): Promise<readonly SettingVersion[]> {
  const rows = await db
    .selectFrom("setting_versions")
    .selectAll()
    .where("setting", "=", setting)
    .orderBy("version", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    setting: row.setting,
    version: row.version,
    seq: row.set_seq,
    setAtMs: row.set_at_ms,
    value: JSON.parse(row.value) as SettingValue,
  }));
}
