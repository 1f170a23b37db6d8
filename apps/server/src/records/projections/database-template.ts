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

/** Creates and opens databases, independent of their kind. */
export interface DatabaseMaker<Database> {
  /** Opens the database in the directory, or creates it if the directory is empty. */
  open(directory: string): Promise<Database>;
  close(database: Database): Promise<void>;
}

/**
 * Creates a database in `data`, which must not exist. Creating one takes many seconds of CPU time, copying a fraction
 * of a second: so an empty one is kept in `cache` and copied. If anything is wrong with that copy, the database is
 * created without it.
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

/** Uses a temporary name, so that an interrupted copy is never opened as a database. */
function copyWholly(template: string, data: string): void {
  const draft = `${data}.new`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(template, draft, { recursive: true });
  renameSync(draft, data);
}

/** Several processes may do this at once: the first to finish wins. */
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

/** Nothing in a database is synced to disk, so a cached one from before a reboot may be corrupt. It is not in use. */
function removeThoseOfOtherBoots(cache: string): void {
  const own = prefixOf(bootId());
  for (const name of readdirSync(cache))
    if (name.startsWith(PREFIX) && !name.startsWith(own))
      rmSync(path.join(cache, name), { recursive: true, force: true });
}

const prefixOf = (boot: string): string => `${PREFIX}${digestOf([boot])}-`;

/** Distinguishes databases that other code, settings or another PGlite version would create differently. */
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
