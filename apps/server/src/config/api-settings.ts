import { SettingError } from "./setting-error.ts";

/** How the API for Binance clients reads requests: `easy` tolerates unknown parameters and letter case. */
export type ApiReading = "strict" | "easy";

/**
 * Which of Binance's APIs of futures is served. Since 2026, conditional orders have paths, numbers and events of their own;
 * before, they are orders like all others.
 */
export type ApiRevision = "2025" | "2026";

/** Limits of the API for Binance clients, as at Binance: weights per minute, orders in the named time. */
export const API_LIMITS = {
  weight: 6_000,
  /** Requests in five minutes, whatever their weight. */
  raw: 300_000,
  /** In ten seconds. */
  orders: 100,
  /** In a day. */
  day: 200_000,
  "futures-weight": 2_400,
  /** In ten seconds. */
  "futures-orders": 300,
  /** In a minute. */
  "futures-minute": 1_200,
  "wallet-weight": 12_000,
} as const;

export type ApiLimitName = keyof typeof API_LIMITS;
export type ApiLimitSettings = Readonly<Record<ApiLimitName, number>>;

/** Settings of the API for Binance clients. */
export interface ApiSettings {
  readonly reading: ApiReading;
  readonly revision: ApiRevision;
  readonly limits: ApiLimitSettings;
}

export const DEFAULT_API: ApiSettings = { reading: "strict", revision: "2026", limits: API_LIMITS };

const LIMITS = "CANDOR_API_LIMITS";
const READING = "CANDOR_BINANCE";
const REVISION = "CANDOR_BINANCE_API";
const ENTRY = /^([a-z-]+):([1-9][0-9]{0,8})$/;

/**
 * Reads `CANDOR_BINANCE`, `CANDOR_BINANCE_API` and `CANDOR_API_LIMITS`, for example `weight:60000,orders:1000`. Throws a
 * SettingError.
 */
export function readApiSettings(variables: Readonly<Record<string, string | undefined>>): ApiSettings {
  const reading = variables[READING] ?? "";
  if (reading !== "" && reading !== "strict" && reading !== "easy")
    throw new SettingError(READING, `must be \`strict\` or \`easy\`, got "${reading}"`);
  const revision = variables[REVISION] ?? "";
  if (revision !== "" && revision !== "2025" && revision !== "2026")
    throw new SettingError(REVISION, `must be \`2025\` or \`2026\`, got "${revision}"`);
  const limits: Record<ApiLimitName, number> = { ...API_LIMITS };
  const text = variables[LIMITS] ?? "";
  for (const entry of text === "" ? [] : text.split(",")) {
    const [, name = "", count] = ENTRY.exec(entry) ?? [];
    if (!isLimitName(name))
      throw new SettingError(
        LIMITS,
        `must be a list such as weight:6000,orders:100 of ${Object.keys(API_LIMITS).join(", ")}, got "${entry}"`,
      );
    limits[name] = Number(count);
  }
  return {
    reading: reading === "easy" ? "easy" : "strict",
    revision: revision === "2025" ? "2025" : "2026",
    limits,
  };
}

const isLimitName = (name: string): name is ApiLimitName => Object.hasOwn(API_LIMITS, name);
