import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { syncPath } from "@candor/journal/file-access";
import { replicaOf } from "../../kit/durable/replicated-home.ts";
import { writeDurably } from "../../kit/durable/write-durably.ts";
import { sha256Of } from "./command-records.ts";
import type { ExchangeHome } from "./exchange-home.ts";
import type { SkippedCommand } from "./skip-list.ts";
import type { UnexecutableCommandError } from "./unexecutable-command-error.ts";

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
  writeDurably(stopFile, JSON.stringify(stop, null, 2));
}

/** Returns undefined if no command stopped the exchange. */
export function readStop({ stopFile }: ExchangeHome): Stop | undefined {
  return existsSync(stopFile) ? (JSON.parse(readFileSync(stopFile, "utf8")) as Stop) : undefined;
}

export function removeStop({ stopFile }: ExchangeHome): void {
  const found = replicaOf(stopFile);
  found?.replica.dropFile(found.below);
  rmSync(stopFile, { force: true });
  syncPath(dirname(stopFile));
}
