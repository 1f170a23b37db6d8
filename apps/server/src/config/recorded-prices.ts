import path from "node:path";
import { SettingError } from "./setting-error.ts";

/** Where prices come from: the setting CANDOR_PRICES. */
export type PricesSetting =
  | { readonly kind: "auto" | "simulated" | "public" }
  /** Recorded files in the time in which they were recorded, which becomes the exchange's. */
  | ({ readonly kind: "recorded" } & ReplaySettings)
  /** Recorded klines in a loop, in the present time. */
  | { readonly kind: "looped"; readonly directory: string; readonly speed: number };

interface ReplaySettings {
  readonly directory: string;
  /** Integer ≥ 1: recorded time per unit of real time, at most. */
  readonly speed: number;
  /** Recorded milliseconds between two stops of the time; 0: it stops for everything that is due. */
  readonly stepMs: number;
  /** Where a new home begins; undefined: with the first row. */
  readonly fromMs: number | undefined;
}

const VARIABLE = "CANDOR_PRICES";
const MAX_SPEED = 99_999;
/** Prices of a source count for 10 s. */
const MAX_STEP_MS = 5_000;
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,3})?)?Z)?$/;
const OPTIONS = ["speed", "step", "from", "loop"];

/** Reads `recorded:DIR`, with options such as `?speed=60&from=2024-08-08T12:00Z`. Throws SettingError. */
export function recordedPrices(text: string): PricesSetting {
  const [, place, query = ""] = /^recorded:([^?]+)(?:\?(.*))?$/.exec(text) ?? [];
  if (place === undefined) throw new SettingError(VARIABLE, "needs a directory: recorded:DIR");
  const options = new URLSearchParams(query);
  for (const name of options.keys())
    if (!OPTIONS.includes(name))
      throw new SettingError(VARIABLE, `has the options ${OPTIONS.join(", ")}, got "${name}"`);
  const directory = path.resolve(place);
  const speed = wholeNumber(options, "speed", 1, 1, MAX_SPEED);
  const loop = options.get("loop") ?? "off";
  if (loop !== "on" && loop !== "off")
    throw new SettingError(VARIABLE, `must have loop=on or off, got "${loop}"`);
  const stepMs = wholeNumber(options, "step", 0, 0, MAX_STEP_MS);
  const fromMs = timeOf(options.get("from"));
  if (loop === "off") return { kind: "recorded", directory, speed, stepMs, fromMs };
  if (options.has("step") || options.has("from"))
    throw new SettingError(
      VARIABLE,
      "must not have `step` or `from` with `loop=on`, which plays in the present time",
    );
  return { kind: "looped", directory, speed };
}

function wholeNumber(
  options: URLSearchParams,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const text = options.get(name);
  if (text === null) return fallback;
  const value = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw new SettingError(VARIABLE, `must have a ${name} from ${min} to ${max}, got "${text}"`);
  return value;
}

function timeOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  const timeMs = DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(timeMs))
    throw new SettingError(
      VARIABLE,
      `must have a UTC time in \`from\`, such as 2024-08-08T12:00Z, got "${text}"`,
    );
  return timeMs;
}
