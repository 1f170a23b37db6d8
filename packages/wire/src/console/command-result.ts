export type ConsoleCell = string | number | boolean | null;

/** Result of an operator command (`command`). */
export interface CommandResult {
  /** One sentence; "" if there is none. */
  readonly note: string;
  readonly rows: readonly Readonly<Record<string, ConsoleCell>>[];
  /** Additional data in a format specific to the command. */
  readonly data?: unknown;
  readonly files?: readonly { readonly name: string; readonly base64: string }[];
}
