import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { StorePosition } from "@candor/domain/commands/store-commands";
import { z } from "zod";
import { instanceSchema } from "../../config/instance-schema.ts";
import { writeDurably, writeDurablyAside } from "../../kit/durable/write-durably.ts";

const MANIFEST = "manifest.json";

const positionSchema = z.object({
  store: z.string(),
  generation: z.number().int().min(0),
  records: z.number().int().min(0),
  hash: z.string(),
  first: z.string(),
});

/** The directory that a running server writes to, which distinguishes it from a copy. */
const placeSchema = z.object({ path: z.string(), device: z.number(), inode: z.number() });
export type HomePlace = z.infer<typeof placeSchema>;

const manifestSchema = z.object({
  version: z.literal(1),
  writtenAtMs: z.number().int(),
  /** The newest note in the exchange's journal that `stores` contains; 0: none. */
  seq: z.number().int().min(0),
  /** The end of a frame of the exchange's journal. */
  exchange: z.object({ records: z.number().int().min(0), hash: z.string() }),
  stores: z.array(positionSchema),
  instance: instanceSchema,
  /** Where a server runs, or ran until it was killed; absent: it was stopped, and nothing changed since. */
  running: placeSchema.optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * `<CANDOR_HOME>/manifest.json`: where every store of the home stood, the exchange's journal included. The journal has
 * the same about the other stores, so that neither can be lost unnoticed.
 */
export function manifestFile(home: string): string {
  return path.join(home, MANIFEST);
}

/** Undefined: there is none. `damaged`: there is one that is not as it was written. */
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

/** The same without holding up the event loop. */
export async function writeManifestAside(home: string, manifest: Manifest): Promise<void> {
  await writeDurablyAside(manifestFile(home), Buffer.from(textOf(manifest)));
}

export function placeOf(home: string): HomePlace {
  const { dev, ino } = statSync(home);
  return { path: path.resolve(home), device: dev, inode: ino };
}

/** Positions by the names of their stores. */
export const byStore = (positions: readonly StorePosition[]): Map<string, StorePosition> =>
  new Map(positions.map((position) => [position.store, position]));

export const newManifest = (fields: Omit<Manifest, "version">): Manifest => ({ version: 1, ...fields });

/** One line of JSON and, below it, its checksum. */
function textOf(manifest: Manifest): string {
  const line = JSON.stringify(manifest);
  return `${line}\n${sha256(line)}\n`;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
