/** A JSON value, the format of settings. */
export type SettingValue =
  | string
  | number
  | boolean
  | null
  | readonly SettingValue[]
  | { readonly [name: string]: SettingValue };

/** A setting of the exchange was set, in force from this command on. */
export interface SettingChanged {
  readonly kind: "setting-changed";
  /** `fees.spot.BTCUSDT`; see setting-names.ts. */
  readonly setting: string;
  /** Starts at 1. */
  readonly version: number;
  readonly value: SettingValue;
}

/** A pending change, public before it takes effect. */
export interface AnnouncedSetting {
  readonly setting: string;
  readonly value: SettingValue;
  /** When it takes effect. */
  readonly fromMs: number;
  /** 0 for a configured change. */
  readonly proposalId: number;
  readonly reason: string;
  readonly proposedBy: string;
  readonly confirmedBy: string;
}

/** Two people decided to raise a limit; it is not in effect yet. */
export interface SettingAnnounced extends AnnouncedSetting {
  readonly kind: "setting-announced";
}

/**
 * `in-force`: it takes effect with this command. `dropped`: the setting was set meanwhile, or the change no longer
 * fits.
 */
export const ANNOUNCEMENT_ENDS = ["in-force", "withdrawn", "replaced", "dropped"] as const;
export type AnnouncementEnd = (typeof ANNOUNCEMENT_ENDS)[number];

export interface AnnouncementEnded {
  readonly kind: "announcement-ended";
  readonly setting: string;
  readonly end: AnnouncementEnd;
}
