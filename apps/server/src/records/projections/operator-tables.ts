/** What operators did to money and settings. As tables.ts says. */
export interface CorrectionsTable {
  readonly correction_id: number;
  readonly user_id: number;
  readonly account: number;
  /** As the user reads it. */
  readonly reason: string;
}

/** Each value that a setting ever had. */
export interface SettingVersionsTable {
  readonly setting: string;
  readonly version: number;
  readonly set_seq: number;
  readonly set_at_ms: number;
  /** JSON. */
  readonly value: string;
}
