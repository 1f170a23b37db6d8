/** Operators' changes to money and settings. Conventions as in tables.ts. */
export interface CorrectionsTable {
  readonly correction_id: number;
  readonly user_id: number;
  readonly account: number;
  /** As shown to the user. */
  readonly reason: string;
}

/** Every value that a setting has had. */
export interface SettingVersionsTable {
  readonly setting: string;
  readonly version: number;
  readonly set_seq: number;
  readonly set_at_ms: number;
  /** JSON. */
  readonly value: string;
}
