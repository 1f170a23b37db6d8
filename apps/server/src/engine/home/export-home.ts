import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { makeDirectory, syncPath } from "@candor/journal/file-access";
import { DatabaseUnusableError } from "../../kit/journal-database/database-errors.ts";
import { DatabaseReader } from "../../kit/journal-database/database-reader.ts";
import type { DatabaseSettings } from "../../kit/journal-database/database-settings.ts";
import { unmarkMirror } from "../../kit/journal-database/home-identity.ts";
import { mirrorHome } from "../../kit/journal-database/home-mirror.ts";
import { assertNoWriters } from "../../kit/journal-database/running-writers.ts";
import { type Moved, verifyMoved } from "./verify-moved.ts";

/**
 * Copies the exchange of a database, whose nodes are all stopped, into an empty directory, which is then a home of its own.
 * Throws Error if the directory is not empty, ExchangeRunningError, MoveMismatchError and DatabaseUnusableError; the
 * directory is empty again then.
 */
export async function exportHome(target: string, database: DatabaseSettings): Promise<Moved> {
  if (existsSync(target) && !statSync(target).isDirectory())
    throw new Error(`${target} is not a directory; export into an empty directory`);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new Error(`${target} is not empty; export into an empty directory`);
  await assertExchange(database);
  await assertNoWriters(database);
  makeDirectory(target);
  try {
    await mirrorHome({ home: target, database });
    const moved = await verifyMoved(target, database);
    await assertNoWriters(database);
    unmarkMirror(target);
    syncAll(target);
    return moved;
  } catch (error) {
    for (const name of readdirSync(target)) rmSync(path.join(target, name), { recursive: true });
    throw error;
  }
}

async function assertExchange(database: DatabaseSettings): Promise<void> {
  const reader = new DatabaseReader(database);
  try {
    if ((await reader.leader()) !== undefined && (await reader.progress()).exchangeFrame > 0) return;
    throw new DatabaseUnusableError("it has no exchange; CANDOR_JOURNAL_URL must name its database");
  } finally {
    await reader.close();
  }
}

/** Copies of a database are not synced; these files are the only ones from now on. */
function syncAll(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
    syncPath(path.join(entry.parentPath, entry.name));
  syncPath(directory);
}
