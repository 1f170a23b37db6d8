/** What the operator's command line asks of the running server, as one line of JSON. */
export interface OperatorRequest {
  readonly operator: string;
  /** `verification pass` */
  readonly command: string;
  readonly target: string;
  readonly reason: string;
  /** Switches of the command line, such as `all` and `photos`. */
  readonly flags: readonly string[];
  /** What a structured act is to set; each command checks its own form. */
  readonly input?: JsonObject;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** How an operator came: with a password and a second factor, or by the account of the server itself. */
export type OperatorChannel = "console" | "command-line";

/** A request whose way in is known: only in the console is the name proved. */
export interface AskedRequest extends OperatorRequest {
  readonly via: OperatorChannel;
}

export type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;

export interface OperatorFile {
  readonly name: string;
  readonly base64: string;
}

/** What a command shows or did. */
export interface OperatorResult {
  /** Sentences; "" for none. */
  readonly note: string;
  readonly rows: readonly Row[];
  /** What rows cannot say: plain JSON for the console. */
  readonly data?: unknown;
  readonly files?: readonly OperatorFile[];
}

export type OperatorReply =
  | ({ readonly ok: true } & OperatorResult)
  | { readonly ok: false; readonly problem: string };

/** Why a command was not done, in sentences. A value: nothing has changed. */
export class Refusal {
  readonly problem: string;

  constructor(problem: string) {
    this.problem = problem;
  }
}

/** Not a command of operators: where the running server's audit log stands. */
export const AUDIT_HEAD = "audit head";

/** A name that an operator may sign with. */
export const OPERATOR_NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,39}$/;
export const NAME_RULE =
  "An operator's name has up to 40 letters, digits and . _ @ -, and begins with a letter or digit.";

/** Unix sockets have names of 107 bytes at most. */
export const MAX_SOCKET_PATH_BYTES = 107;

export const operatorSocketPath = (home: string): string => `${home}/operator.sock`;
