import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { isLocal } from "../durable/replicated-home.ts";
import { writeDurably } from "../durable/write-durably.ts";
import { ForeignHistoryError } from "./database-errors.ts";

/** Names the database's exchange that a home is a copy of. */
const MIRROR_FILE = "mirror.json";

/** Returns the exchange that a home mirrors; undefined if its files are the only ones. Throws SyntaxError. */
export function mirroredExchange(home: string): string | undefined {
  const file = path.join(home, MIRROR_FILE);
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, "utf8")) as { readonly exchange: string }).exchange;
}

/** Whether a home has journals of its own, other than those that never leave the machine. */
function hasHistory(home: string): boolean {
  if (!existsSync(home)) return false;
  return readdirSync(home, { recursive: true, withFileTypes: true }).some((entry) => {
    const below = path.relative(home, entry.parentPath).replaceAll(path.sep, "/");
    return entry.isFile() && entry.name.endsWith(".journal") && !isLocal(below);
  });
}

export function markAsMirror(home: string, exchange: string): void {
  writeDurably(path.join(home, MIRROR_FILE), JSON.stringify({ exchange }));
}

/** From here on, the home's files are the only ones. */
export function unmarkMirror(home: string): void {
  rmSync(path.join(home, MIRROR_FILE));
}

/**
 * Makes an empty home a mirror of the exchange. Throws ForeignHistoryError if the home has another history.
 * @param isFilled whether the database has any frame
 */
export function assertMirrors(home: string, exchange: string, isFilled: boolean): void {
  const known = mirroredExchange(home);
  if (known === exchange) return;
  if (known === undefined && !hasHistory(home)) {
    markAsMirror(home, exchange);
    return;
  }
  throw new ForeignHistoryError(
    isFilled
      ? `${home} has a history of its own, and the database has another exchange; use an empty directory as CANDOR_HOME, or another database`
      : `${home} has a history, and the database is empty; run "npm run journal -- import ${home}" first, or use an empty directory as CANDOR_HOME`,
  );
}

/** Throws ForeignHistoryError if the home is a mirror: written without its database, it would be another history. */
export function assertNotMirror(home: string): void {
  if (mirroredExchange(home) === undefined) return;
  throw new ForeignHistoryError(
    `${home} is a copy of an exchange in a database; set CANDOR_JOURNAL_URL, or run "npm run journal -- export DIR" and use DIR as CANDOR_HOME`,
  );
}
