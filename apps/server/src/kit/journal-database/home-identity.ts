import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { bootId } from "../boot-id.ts";
import { isLocal } from "../durable/replicated-home.ts";
import { writeDurably } from "../durable/write-durably.ts";
import { ConfirmedFrame } from "./confirmed-frame.ts";
import { ForeignHistoryError } from "./database-errors.ts";
import type { ReadLeader } from "./database-reader.ts";

/** Names the database's exchange that a home is a copy of. */
const MIRROR_FILE = "mirror.json";

/** What a home is a copy of. */
export interface HomeIdentity {
  readonly exchange: string;
  /** Of the database, when this home was last complete; "" if it never was. */
  readonly incarnation: string;
  /** Boot of the machine in which the files were last compared. They are not synced, so a loss of power may damage them. */
  readonly boot: string;
}

/** Returns undefined if the home's files are the only ones. Throws SyntaxError. */
export function readIdentity(home: string): HomeIdentity | undefined {
  const file = path.join(home, MIRROR_FILE);
  if (!existsSync(file)) return undefined;
  const {
    exchange,
    incarnation = "",
    boot = "",
  } = JSON.parse(readFileSync(file, "utf8")) as Pick<HomeIdentity, "exchange"> & Partial<HomeIdentity>;
  return { exchange, incarnation, boot };
}

/** Returns the exchange that a home mirrors; undefined if its files are the only ones. Throws SyntaxError. */
export const mirroredExchange = (home: string): string | undefined => readIdentity(home)?.exchange;

/** Notes that every file of the home was compared since the machine started. */
export function markAsCompared(home: string, { exchange, incarnation }: ReadLeader): void {
  writeIdentity(home, { exchange, incarnation, boot: bootId() });
}

export const isOfThisBoot = (identity: HomeIdentity | undefined): boolean =>
  identity?.boot === bootId() && identity.boot !== "";

/** Whether a home has journals of its own, other than those that never leave the machine. */
function hasHistory(home: string): boolean {
  if (!existsSync(home)) return false;
  return readdirSync(home, { recursive: true, withFileTypes: true }).some((entry) => {
    const below = path.relative(home, entry.parentPath).replaceAll(path.sep, "/");
    return entry.isFile() && entry.name.endsWith(".journal") && !isLocal(below);
  });
}

export function markAsMirror(home: string, exchange: string): void {
  writeIdentity(home, { exchange, incarnation: "", boot: "" });
}

/** From here on, the home's files are the only ones. */
export function unmarkMirror(home: string): void {
  rmSync(path.join(home, MIRROR_FILE));
  new ConfirmedFrame(home).forget();
}

/**
 * Throws ForeignHistoryError unless the home is empty or a mirror of the database's exchange. Call it before anything is
 * created in an empty database: its name may be wrong.
 * @param exchange undefined if the database has no tables of a journal
 * @param isFilled whether the database has frames
 */
export function assertHomeFits(home: string, exchange: string | undefined, isFilled: boolean): void {
  const known = readIdentity(home)?.exchange;
  if (known === undefined ? !hasHistory(home) : known === exchange) return;
  if (known !== undefined)
    throw new ForeignHistoryError(
      `${home} is a copy of exchange ${known}, and the database has ${exchange === undefined ? "none" : exchange}; ` +
        "correct CANDOR_JOURNAL_URL, or use an empty directory as CANDOR_HOME",
    );
  throw new ForeignHistoryError(
    isFilled
      ? `${home} has a history of its own, and the database has another exchange; use an empty directory as CANDOR_HOME, or another database`
      : `${home} has a history, and the database is empty; run "npm run journal -- import ${home}" first, or use an empty directory as CANDOR_HOME`,
  );
}

/** Makes an empty home a mirror of the exchange. Throws ForeignHistoryError if the home has another history. */
export function assertMirrors(home: string, exchange: string, isFilled: boolean): void {
  assertHomeFits(home, exchange, isFilled);
  if (readIdentity(home) === undefined) markAsMirror(home, exchange);
}

/** Throws ForeignHistoryError if the home is a mirror: written without its database, it would be another history. */
export function assertNotMirror(home: string): void {
  if (!isMirror(home)) return;
  throw new ForeignHistoryError(
    `${home} is a copy of an exchange in a database; set CANDOR_JOURNAL_URL, or run "npm run journal -- export DIR" and use DIR as CANDOR_HOME`,
  );
}

/** Whether a home is a copy of an exchange in a database. */
export const isMirror = (home: string): boolean => readIdentity(home) !== undefined;

const writeIdentity = (home: string, identity: HomeIdentity): void =>
  writeDurably(path.join(home, MIRROR_FILE), JSON.stringify(identity));
