import type { SettingValue } from "@candor/protocol/setting-events";
import { OPTION_TERMS_SETTING, WITHDRAWAL_RULES_SETTING } from "@candor/protocol/setting-names";

type Fields = Readonly<Record<string, SettingValue>>;

/**
 * The limits that protect users' money or what stands behind products, by the first word of their setting. To let more
 * through (a higher `most`, a lower `least`) is to raise a limit: two people decide that. Anything stricter one does.
 */
const LIMITS_OF: Readonly<
  Record<string, { readonly most: readonly string[]; readonly least: readonly string[] }>
> = {
  [WITHDRAWAL_RULES_SETTING]: {
    most: ["watchedFromCents", "windowCount", "windowCents", "approvalAboveCents"],
    least: ["newAddressAgeMs", "newAddressHoldMs", "newDeviceAgeMs", "newDeviceHoldMs", "windowMs"],
  },
  [OPTION_TERMS_SETTING]: { most: ["maxStake", "userCap", "expiryCap", "poolCap"], least: [] },
  lever: {
    most: ["maxLeverage", "baseUserLimit", "quoteUserLimit", "basePairLimit", "quotePairLimit"],
    least: [],
  },
  /** Announced a day ahead, and nevertheless what people pay. */
  funding: { most: ["interestPpm", "fundingCapPpm"], least: [] },
  "withdrawal-fee": { most: ["fee"], least: [] },
  "mining-plan": { most: ["stock", "limitPerUser"], least: [] },
};

/** Which limits the new value would raise; a setting without a value yet has none to raise. */
export function raisedLimits(
  setting: string,
  before: SettingValue | undefined,
  after: SettingValue,
): readonly string[] {
  const limits = LIMITS_OF[setting.split(".")[0] ?? ""];
  if (limits === undefined || before === undefined) return [];
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [
    ...limits.most.filter((name) => compare(is[name], was[name]) > 0),
    ...limits.least.filter((name) => compare(is[name], was[name]) < 0),
  ];
}

/** The largest of the steps of leverage counts as a limit of its own. */
function fieldsOf(value: SettingValue): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const fields = value as Fields;
  const { leverages } = fields;
  return Array.isArray(leverages) ? { ...fields, maxLeverage: Math.max(...leverages.map(Number)) } : fields;
}

/** Whole numbers, or decimal strings of any length. */
function compare(a: SettingValue | undefined, b: SettingValue | undefined): number {
  const [left, right] = [textOf(a), textOf(b)];
  const decimals = Math.max(decimalsOf(left), decimalsOf(right));
  const difference = scaled(left, decimals) - scaled(right, decimals);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

const textOf = (value: SettingValue | undefined): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "0";

const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0;

function scaled(text: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}
