import type { Kysely } from "kysely";
import type { LiveSettings } from "../../records/live-settings/live-settings.ts";
import type { Projector } from "../../records/projections/projector.ts";
import { type SettingVersion, settingHistory } from "../../records/projections/queries/setting-history.ts";
import type { ReadModelTables } from "../../records/projections/tables.ts";

/** Read models that are further behind are told as they are. */
const CATCH_UP_MS = 5_000;

/** The versions of a setting, newest first, once the read models have come to the one in force. */
export function settingVersions(
  db: Kysely<ReadModelTables>,
  projector: Pick<Projector, "waitFor">,
  live: LiveSettings,
): (setting: string, limit: number) => Promise<readonly SettingVersion[]> {
  return async (setting, limit) => {
    await projector.waitFor(live.find(setting)?.seq ?? 0, CATCH_UP_MS);
    return await settingHistory(db, setting, limit);
  };
}
