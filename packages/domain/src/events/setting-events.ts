/** A value as JSON has it, which settings are told in. */
export type SettingValue =
  | string
  | number
  | boolean
  | null
  | readonly SettingValue[]
  | { readonly [name: string]: SettingValue };

/** One of the exchange's settings was set, in force from this command on. */
export interface SettingChanged {
  readonly kind: "setting-changed";
  /** `fees.spot.BTCUSDT`; see setting-names.ts. */
  readonly setting: string;
  /** 1 for its first value. */
  readonly version: number;
  readonly value: SettingValue;
}

/** What everybody can see before it counts. */
export interface AnnouncedSetting {
  readonly setting: string;
  readonly value: SettingValue;
  /** From when on it counts. */
  readonly fromMs: number;
  /** 0: by configuration. */
  readonly proposalId: number;
  readonly reason: string;
  readonly proposedBy: string;
  readonly confirmedBy: string;
}

/** Two people decided to raise a limit; it does not count yet. */
export interface SettingAnnounced extends AnnouncedSetting {
  readonly kind: "setting-announced";
}

/** `in-force`: it counts from this command on. `dropped`: the setting was set meanwhile, or it fits no more. */
export const ANNOUNCEMENT_ENDS = ["in-force", "withdrawn", "replaced", "dropped"] as const;
export type AnnouncementEnd = (typeof ANNOUNCEMENT_ENDS)[number];

export interface AnnouncementEnded {
  readonly kind: "announcement-ended";
  readonly setting: string;
  readonly end: AnnouncementEnd;
}
