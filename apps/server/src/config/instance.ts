import { createHash, randomBytes, randomInt } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { makeDirectory } from "@candor/journal/file-access";
import { z } from "zod";
import { writeDurably } from "../kit/durable/write-durably.ts";
import { type Instance, instanceSchema, type StoredInstance } from "./instance-schema.ts";
import { SettingError } from "./setting-error.ts";

const SEEDS = 4_294_967_296;
/** 128 bits. */
const SECRET_BYTES = 16;

/** A Monday, so that all periods of charts begin with a seeded exchange. */
const SEEDED_FOUNDING_MS = Date.UTC(2026, 0, 5);

export class InstanceError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = "InstanceError";
  }
}

export const INSTANCE_FILE = "instance.json";
const fileOf = (home: string): string => path.join(home, INSTANCE_FILE);

export const isFounded = (home: string): boolean => existsSync(fileOf(home));

/** Returns the mode of a home, or `undefined` if it was never founded or its file is not valid. */
export function modeOfHome(home: string): Instance["mode"] | undefined {
  if (!isFounded(home)) return undefined;
  const parsed = instanceSchema.safeParse(parseJson(readFileSync(fileOf(home), "utf8")));
  return parsed.success ? parsed.data.mode : undefined;
}

/**
 * Opens the home directory, and creates it at the first start. Rejects a home of the other mode, because play money
 * must never turn into real balances.
 * @param seed CANDOR_SEED: what a new home's prices and founding time follow from. Throws SettingError if the home was
 * founded with another one
 * @param foundedAtMs founding time of a new home, if it does not follow from the seed
 */
export function openInstance(
  home: string,
  mode: Instance["mode"],
  nowMs: number,
  seed?: number,
  foundedAtMs?: number,
): Instance {
  asSettingError(() => makeDirectory(home));
  const file = fileOf(home);
  if (existsSync(file)) {
    const parsed = instanceSchema.safeParse(parseJson(readFileSync(file, "utf8")));
    if (!parsed.success)
      throw new InstanceError(`${file} is not a valid instance file: ${z.prettifyError(parsed.error)}`);
    if (parsed.data.mode !== mode) {
      throw new InstanceError(
        `${home} was created in ${parsed.data.mode} mode; choose another CANDOR_HOME for ${mode} mode`,
      );
    }
    checkSeed(home, parsed.data, seed);
    return parsed.data.version === 2 ? parsed.data : founded(home, parsed.data, nowMs, undefined);
  }
  const createdAtMs = foundedAtMs ?? (seed === undefined ? nowMs : SEEDED_FOUNDING_MS);
  return founded(home, { createdAtMs, mode, simulationSeed: randomInt(SEEDS) }, createdAtMs, seed);
}

/** Throws SettingError if a seed is wanted that is not the home's. */
function checkSeed(home: string, instance: StoredInstance, seed: number | undefined): void {
  const own = instance.version === 2 ? instance.seed : undefined;
  if (seed === undefined || seed === own) return;
  const founding = own === undefined ? "without a seed" : `with CANDOR_SEED=${own}`;
  throw new SettingError(
    "CANDOR_SEED",
    `is ${seed}, but ${home} was founded ${founding}: choose another CANDOR_HOME, or leave CANDOR_SEED out`,
  );
}

/**
 * Generates the secret of the simulated prices, for a new home or one whose prices came from a 32-bit seed, which a few
 * minutes of public ticks reveal. Prices restart at their references.
 */
function founded(
  home: string,
  { createdAtMs, mode, simulationSeed }: Omit<StoredInstance, "version">,
  nowMs: number,
  seed: number | undefined,
): Instance {
  const secret = seed === undefined ? randomBytes(SECRET_BYTES) : seededSecret(seed);
  const priceSecret = secret.toString("hex");
  const instance: Instance = {
    version: 2,
    createdAtMs,
    mode,
    simulationSeed,
    priceSecret,
    pricesSinceMs: nowMs,
    ...(seed !== undefined && { seed }),
  };
  asSettingError(() => writeInstance(home, instance));
  return instance;
}

const seededSecret = (seed: number): Buffer =>
  createHash("sha256").update(`candor seed ${seed}`).digest().subarray(0, SECRET_BYTES);

/** Deterministic: the same instance always gives the same bytes. */
export function writeInstance(home: string, instance: StoredInstance): void {
  writeDurably(fileOf(home), JSON.stringify(instanceSchema.parse(instance), null, 2));
}

/** Reports an unusable home path as a setting error: below /proc, someone else's directory, or a file. */
function asSettingError(make: () => void): void {
  try {
    make();
  } catch (error) {
    const { code = "", path: place = "" } = error as NodeJS.ErrnoException;
    if (code === "") throw error;
    throw new SettingError("CANDOR_HOME", `must be a directory this user can write to (${code}: ${place})`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the schema reports what was expected
  }
}
