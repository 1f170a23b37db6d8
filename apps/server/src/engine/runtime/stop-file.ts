import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { syncPath } from "@candor/journal/file-access";
import { sha256Of } from "./command-records.ts";
import type { ExchangeHome } from "./exchange-home.ts";
import type { SkippedCommand } from "./skip-list.ts";
import type { UnexecutableCommandError } from "./unexecutable-command-error.ts";

const OWNER_ONLY = 0o600;

/** The command that stopped the exchange, as its engine recorded it. */
export interface Stop
  extends Pick<SkippedCommand, "source" | "kind" | "userId" | "sha256" | "record" | "error"> {
  /** Its sequence number; for a command that is not in the journal, the one that it would have had. */
  readonly seq: number;
  readonly message: string;
  readonly stack: string;
  readonly atMs: number;
}

/** Records which command stopped the exchange, so that no start executes it again before operators decided. */
export function writeStop({ stopFile }: ExchangeHome, error: UnexecutableCommandError): void {
  const { seq, kind, userId, record, place, message, cause } = error;
  const stop: Stop = {
    source: place === undefined ? "offered" : "journal",
    seq,
    kind,
    userId,
    sha256: sha256Of(record),
    record: Buffer.from(record).toString("base64"),
    message,
    error: cause instanceof Error ? cause.message : String(cause),
    stack: cause instanceof Error ? (cause.stack ?? "") : "",
    atMs: Date.now(),
  };
  const draft = `${stopFile}.new`;
  const file = openSync(draft, "w", OWNER_ONLY);
  try {
    writeFileSync(file, JSON.stringify(stop, null, 2));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, stopFile);
  syncPath(dirname(stopFile));
}

/** Returns undefined if no command stopped the exchange. */
export function readStop({ stopFile }: ExchangeHome): Stop | undefined {
  return existsSync(stopFile) ? (JSON.parse(readFileSync(stopFile, "utf8")) as Stop) : undefined;
}

export function removeStop({ stopFile }: ExchangeHome): void {
  rmSync(stopFile, { force: true });
  syncPath(dirname(stopFile));
}
