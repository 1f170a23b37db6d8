import type { LiveSettings } from "../../records/live-settings/live-settings.ts";
import type { SettingVersion } from "../../records/projections/queries/setting-history.ts";
import type { Proposals } from "../proposals/proposals.ts";

/** The settings as operators see them and change them. */
export interface Settings {
  readonly mode: "sandbox" | "live";
  readonly live: LiveSettings;
  readonly proposals: Proposals;
  /** The versions of a setting, newest first, as far as the read models have come. */
  readonly history: (setting: string, limit: number) => Promise<readonly SettingVersion[]>;
  /** Who has set what, by the sequence number of the command, as the audit log has it. */
  readonly setBy: () => Promise<ReadonlyMap<number, string>>;
}
