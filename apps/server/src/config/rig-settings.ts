import { SettingError } from "./setting-error.ts";

/** Settings that make runs of a test repeatable (docs/adr/0048-repeatable-runs.md). None in live mode. */
export interface RigSettings {
  /** What a new home's randomness follows from, from 0 to 4,294,967,295; undefined: the system's. */
  readonly seed: number | undefined;
  /**
   * `manual`: the exchange's time stands still until someone advances it; `recorded`: it is that of the recording that is
   * replayed. Both are the time of a ManualClock.
   */
  readonly clock: "system" | "manual" | "recorded";
  /** Whether the exchange is a test rig, in which everything can be set. */
  readonly isScenario: boolean;
}

/** Other settings that a manual clock depends on. */
interface Surroundings {
  readonly mode: "sandbox" | "live";
  readonly isScenario: boolean;
  readonly role: string;
  readonly gateways: number;
  readonly hasJournalDatabase: boolean;
  /** Whether a recording is replayed in its own time. */
  readonly isReplay: boolean;
}

const SEED = "CANDOR_SEED";
const CLOCK = "CANDOR_CLOCK";
const ALONE =
  "only for a server in one process: without CANDOR_ROLE, CANDOR_GATEWAYS, CANDOR_LINK and CANDOR_JOURNAL_URL";
const MAX_SEED = 4_294_967_295;

/** Reads `CANDOR_SEED` and `CANDOR_CLOCK`. Throws SettingError. */
export function readRigSettings(
  variables: Readonly<Record<string, string | undefined>>,
  surroundings: Surroundings,
): RigSettings {
  const seed = seedOf(variables[SEED] ?? "");
  const clock = variables[CLOCK] ?? "";
  if (clock !== "" && clock !== "system" && clock !== "manual")
    throw new SettingError(CLOCK, `must be \`system\` or \`manual\`, got "${clock}"`);
  const isManual = clock === "manual";
  const { mode, isScenario, isReplay, role, gateways, hasJournalDatabase } = surroundings;
  const isAlone = role === "all" && gateways === 0 && !hasJournalDatabase;
  if (mode === "live" && seed !== undefined)
    throw new SettingError(SEED, "must not be set in live mode, whose prices are never simulated");
  if (mode === "live" && isManual)
    throw new SettingError(CLOCK, "must be `system` in live mode, whose time nobody can change");
  if (isManual && !isAlone) throw new SettingError(CLOCK, `can be \`manual\` ${ALONE}`);
  if (isReplay && !isAlone)
    throw new SettingError("CANDOR_PRICES", `can be \`recorded:DIR\` without \`loop=on\` ${ALONE}`);
  if (isScenario && !isAlone) throw new SettingError("CANDOR_MODE", `can be \`scenario\` ${ALONE}`);
  return { seed, clock: isManual ? "manual" : isReplay ? "recorded" : "system", isScenario };
}

/** Whether timers of the exchange are those of a ManualClock, so that runs repeat. */
export const isOwnTime = ({ clock }: Pick<RigSettings, "clock">): boolean => clock !== "system";

/** Whether prices must not depend on other exchanges. */
export const isRepeatable = ({ seed, clock, isScenario }: RigSettings): boolean =>
  seed !== undefined || clock === "manual" || isScenario;

function seedOf(text: string): number | undefined {
  if (text === "") return undefined;
  if (!/^[0-9]{1,10}$/.test(text) || Number(text) > MAX_SEED)
    throw new SettingError(SEED, `must be a whole number from 0 to ${MAX_SEED}, got "${text}"`);
  return Number(text);
}
