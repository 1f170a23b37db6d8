import type { Kysely } from "kysely";
import type { LiveSettings } from "../../records/live-settings/live-settings.ts";
import type { ProjectorPort } from "../../records/projections/projector-port.ts";
import { type SettingVersion, settingHistory } from "../../records/projections/queries/setting-history.ts";
import type { ReadModelTables } from "../../records/projections/tables.ts";

/** Maximum wait for the read models to catch up; after that their current state is returned. */
const CATCH_UP_MS = 5_000;

/** Returns the versions of a setting, newest first, once the read models have reached the one in effect. */
export function settingVersions(
  db: Kysely<ReadModelTables>,
  projector: Pick<ProjectorPort, "waitFor">,
  live: LiveSettings,
): (setting: string, limit: number) => Promise<readonly SettingVersion[]> {
  return async (setting, limit) => {
    await projector.waitFor(live.find(setting)?.seq ?? 0, CATCH_UP_MS);
    return await settingHistory(db, setting, limit);
  };
}
