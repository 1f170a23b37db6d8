import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { StorePosition } from "@candor/domain/commands/store-commands";
import { z } from "zod";
import { instanceSchema } from "../../config/instance-schema.ts";
import { writeDurably, writeDurablyAsync } from "../../kit/durable/write-durably.ts";

const MANIFEST = "manifest.json";

const positionSchema = z.object({
  store: z.string(),
  generation: z.number().int().min(0),
  records: z.number().int().min(0),
  hash: z.string(),
  first: z.string(),
});

/** Directory that a running server writes to, which distinguishes it from a copy. */
const placeSchema = z.object({ path: z.string(), device: z.number(), inode: z.number() });
export type HomePlace = z.infer<typeof placeSchema>;

export const manifestSchema = z.object({
  version: z.literal(1),
  writtenAtMs: z.number().int(),
  /** Sequence number of the newest note in the exchange's journal that is included in `stores`; 0 if there is none. */
  seq: z.number().int().min(0),
  /** End of a frame in the exchange's journal. */
  exchange: z.object({ records: z.number().int().min(0), hash: z.string() }),
  stores: z.array(positionSchema),
  instance: instanceSchema,
  /** Version of the rules of the program that served the home last. Absent if none has, or an older one without it. */
  rules: z.number().int().min(0).optional(),
  /** Where a server runs, or ran until it was killed. Absent after a clean stop, with no changes since. */
  running: placeSchema.optional(),
  /** Set in a backup, until a server starts on it. */
  backup: z.object({ of: z.string(), withoutSeed: z.boolean() }).optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * Returns the path of `<CANDOR_HOME>/manifest.json`: the position of every store in the home, including the exchange's
 * journal. The journal has the same data about the other stores, so the loss of either is noticed.
 */
export function manifestFile(home: string): string {
  return path.join(home, MANIFEST);
}

/** Returns `undefined` if there is none, or `damaged` if it has been altered. */
export function readManifest(home: string): Manifest | "damaged" | undefined {
  const file = manifestFile(home);
  if (!existsSync(file)) return undefined;
  const [line = "", sum = ""] = readFileSync(file, "utf8").split("\n");
  if (sha256(line) !== sum) return "damaged";
  const parsed = manifestSchema.safeParse(JSON.parse(line));
  return parsed.success ? parsed.data : "damaged";
}

export function writeManifest(home: string, manifest: Manifest): void {
  writeDurably(manifestFile(home), textOf(manifest));
}

/** Asynchronous version. */
export async function writeManifestAsync(home: string, manifest: Manifest): Promise<void> {
  await writeDurablyAsync(manifestFile(home), Buffer.from(textOf(manifest)));
}

/** Call before stores of a stopped home change: their recorded positions become lower bounds. */
export function expectChanges(home: string): void {
  const manifest = readManifest(home);
  if (manifest === undefined || manifest === "damaged") return;
  writeManifest(home, { ...manifest, running: placeOf(home) });
}

export function placeOf(home: string): HomePlace {
  const { dev, ino } = statSync(home);
  return { path: path.resolve(home), device: dev, inode: ino };
}

/** Indexes positions by store name. */
export const byStore = (positions: readonly StorePosition[]): Map<string, StorePosition> =>
  new Map(positions.map((position) => [position.store, position]));

export const newManifest = (fields: Omit<Manifest, "version">): Manifest => ({ version: 1, ...fields });

/** Returns one line of JSON followed by a line with its checksum. */
function textOf(manifest: Manifest): string {
  const line = JSON.stringify(manifest);
  return `${line}\n${sha256(line)}\n`;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
