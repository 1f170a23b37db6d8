import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import path from "node:path";
import { makeDirectory, syncPath } from "@candor/journal/file-access";
import { replicaOf } from "./replicated-home.ts";

/** Readable by the owner only. */
const FILE_MODE = 0o600;

/**
 * Writes a small file atomically: after return it is complete, even after a power failure; before, it does not exist. In
 * a replicated home it is committed to the database first.
 */
export function writeDurably(file: string, content: string | Uint8Array): void {
  const found = replicaOf(file);
  found?.replica.putFile(found.below, typeof content === "string" ? Buffer.from(content) : content);
  makeDirectory(path.dirname(file));
  const draft = draftOf(file);
  const handle = openSync(draft, "w", FILE_MODE);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
  syncPath(path.dirname(file));
}

/**
 * The same without blocking the event loop, for large or frequent writes. Leaves nothing behind on failure, such as a
 * full disk.
 */
export async function writeDurablyAsync(file: string, content: Uint8Array): Promise<void> {
  const directory = path.dirname(file);
  makeDirectory(directory);
  const draft = draftOf(file);
  try {
    await writeAside(draft, content);
    await rename(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  await syncDirectoryAside(directory);
}

async function writeAside(file: string, content: Uint8Array): Promise<void> {
  const handle = await open(file, "w", FILE_MODE);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncDirectoryAside(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const DRAFT = ".new";

const draftOf = (file: string): string => `${file}${DRAFT}`;

/** Whether a name is that of a file still being written, which can disappear at any moment. */
export const isDraft = (name: string): boolean => name.endsWith(DRAFT);
