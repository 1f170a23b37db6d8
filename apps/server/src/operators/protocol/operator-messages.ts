/** A request from the operator's command line to the running server, as one line of JSON. */
export interface OperatorRequest {
  readonly operator: string;
  /** For example `verification pass`. */
  readonly command: string;
  readonly target: string;
  readonly reason: string;
  /** Switches of the command line, such as `all` and `photos`. */
  readonly flags: readonly string[];
  /** Values for a structured act; each command validates its own. */
  readonly input?: JsonObject;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** How an operator connected: with a password and a second factor, or through the server's own account. */
export type OperatorChannel = "console" | "command-line";

/** A request with its channel: only in the console is the name authenticated. */
export interface ChannelRequest extends OperatorRequest {
  readonly via: OperatorChannel;
}

type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;

export interface OperatorFile {
  readonly name: string;
  readonly base64: string;
}

/** Output of a command. */
export interface OperatorResult {
  /** Full sentences; "" if there are none. */
  readonly note: string;
  readonly rows: readonly Row[];
  /** Data that does not fit in rows: plain JSON for the console. */
  readonly data?: unknown;
  readonly files?: readonly OperatorFile[];
}

export type OperatorReply =
  | ({ readonly ok: true } & OperatorResult)
  | { readonly ok: false; readonly problem: string };

/** Why a command was rejected, in full sentences. Returned as a value: nothing has changed. */
export class Refusal {
  readonly problem: string;

  constructor(problem: string) {
    this.problem = problem;
  }
}

/** Internal request for the position of the running server's audit log; not an operators' command. */
export const AUDIT_HEAD = "audit head";

/**
 * Internal requests of `backup DIR`. The first and the last are recorded in the audit log; the one between returns the
 * positions of all stores and may be repeated.
 */
export const BACKUP_REQUESTS = {
  begin: "backup begin",
  point: "backup point",
  done: "backup done",
  failed: "backup failed",
} as const;

/** The command that copies the home, and its action in the audit log. */
export const BACKUP_ACTION = "backup";

export const operatorSocketPath = (home: string): string => `${home}/operator.sock`;
