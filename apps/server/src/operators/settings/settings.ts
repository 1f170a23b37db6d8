import type { LiveSettings } from "../../records/live-settings/live-settings.ts";
import type { SettingVersion } from "../../records/projections/queries/setting-history.ts";
import type { Proposals } from "../proposals/proposals.ts";

/** Settings for operators: reading and changing them. */
export interface Settings {
  readonly mode: "sandbox" | "live";
  readonly live: LiveSettings;
  readonly proposals: Proposals;
  /** Returns the versions of a setting, newest first, as far as the read models have them. */
  readonly history: (setting: string, limit: number) => Promise<readonly SettingVersion[]>;
  /** Returns who set what, by the command's sequence number, according to the audit log. */
  readonly setBy: () => Promise<ReadonlyMap<number, string>>;
}
