import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import path from "node:path";
import { makeDirectory } from "@candor/journal/file-access";
import { bootId } from "./boot-id.ts";

const PREFIX = "read-models-";
const MIGRATIONS = path.join(import.meta.dirname, "migrations");
const DIGEST_LENGTH = 16;

/** How databases are made and opened; what they are is no matter here. */
export interface DatabaseMaker<Database> {
  /** Opens what is in the directory, or makes it there when the directory is empty. */
  open(directory: string): Promise<Database>;
  close(database: Database): Promise<void>;
}

/**
 * Makes a database in `data`, which does not exist. Making one takes many seconds of a processor, copying one a
 * fraction of a second: an empty one is kept in `cache` and copied. It is a shortcut only: whatever is wrong with it,
 * the database is made without.
 */
export async function makeDatabase<Database>(
  maker: DatabaseMaker<Database>,
  data: string,
  cache: string | undefined,
): Promise<Database> {
  const boot = bootId();
  if (cache !== undefined && boot !== "") {
    const template = path.join(cache, nameOf(boot));
    try {
      if (!existsSync(template)) await keepTemplate(maker, template);
      copyWholly(template, data);
      return await maker.open(data);
    } catch {
      rmSync(template, { recursive: true, force: true });
    }
  }
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  return await maker.open(data);
}

/** A copy that was interrupted is never taken for a database. */
function copyWholly(template: string, data: string): void {
  const draft = `${data}.new`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(template, draft, { recursive: true });
  renameSync(draft, data);
}

/** Processes may do this at once: the first one to finish wins. */
async function keepTemplate<Database>(maker: DatabaseMaker<Database>, template: string): Promise<void> {
  const cache = path.dirname(template);
  makeDirectory(cache);
  removeThoseOfOtherBoots(cache);
  const making = mkdtempSync(`${template}-`);
  try {
    await maker.close(await maker.open(making));
    renameSync(making, template);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  }
}

/** Nothing of a database is synced, so one that was kept before the machine went down may be torn. Nobody uses it. */
function removeThoseOfOtherBoots(cache: string): void {
  const own = prefixOf(bootId());
  for (const name of readdirSync(cache))
    if (name.startsWith(PREFIX) && !name.startsWith(own))
      rmSync(path.join(cache, name), { recursive: true, force: true });
}

const prefixOf = (boot: string): string => `${PREFIX}${digestOf([boot])}-`;

/** Tells databases that other code, settings or another PGlite would make differently. */
function nameOf(boot: string): string {
  const library = new URL("../package.json", import.meta.resolve("@electric-sql/pglite"));
  const migrations = readdirSync(MIGRATIONS).toSorted();
  const sources = [
    library,
    path.join(import.meta.dirname, "pglite-worker.ts"),
    ...migrations.map((name) => path.join(MIGRATIONS, name)),
  ];
  return prefixOf(boot) + digestOf([...migrations, ...sources.map((source) => readFileSync(source, "utf8"))]);
}

function digestOf(parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, DIGEST_LENGTH);
}
