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
