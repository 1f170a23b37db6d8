export type ConsoleCell = string | number | boolean | null;

/** What a command of the operators' desk shows or did (`command`). */
export interface CommandResult {
  /** One sentence; "" for none. */
  readonly note: string;
  readonly rows: readonly Readonly<Record<string, ConsoleCell>>[];
  /** What rows cannot say; each command has its own form. */
  readonly data?: unknown;
  readonly files?: readonly { readonly name: string; readonly base64: string }[];
}
