import type { Formats } from "@candor/ui/formats";
import type { MessageKey } from "../../i18n/message-keys.ts";

const MILLION_DIGITS = 6;
const CENT_DIGITS = 2;
const HOUR_MS = 3_600_000;

/** What the first word of a setting's name is about. */
const SETTINGS = {
  fees: "decisions.tradingFees",
  lever: "decisions.lever",
  funding: "decisions.funding",
  "withdrawal-fee": "decisions.withdrawal-fee",
  "mining-plan": "decisions.mining-plan",
  "option-terms": "shell.navSecondContracts",
  "referral-rate": "decisions.referral-rate",
  "withdrawal-rules": "decisions.withdrawal-rules",
  endowment: "decisions.endowment",
} as const satisfies Readonly<Record<string, MessageKey>>;

const FIELDS = [
  "makerFeePpm",
  "takerFeePpm",
  "leverages",
  "baseHourlyPpm",
  "quoteHourlyPpm",
  "baseUserLimit",
  "quoteUserLimit",
  "basePairLimit",
  "quotePairLimit",
  "interestPpm",
  "fundingCapPpm",
  "fee",
  "name",
  "asset",
  "price",
  "totalOutput",
  "durationDays",
  "hashRateGhs",
  "stock",
  "limitPerUser",
  "refundPpm",
  "minStake",
  "maxStake",
  "userCap",
  "expiryCap",
  "poolCap",
  "offers",
  "ratePpm",
  "watchedFromCents",
  "newAddressAgeMs",
  "newAddressHoldMs",
  "newDeviceAgeMs",
  "newDeviceHoldMs",
  "windowMs",
  "windowCount",
  "windowCents",
  "approvalAboveCents",
  "total",
] as const;
type Field = (typeof FIELDS)[number];

const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name);

export interface SettingName {
  /** undefined: a setting that this version of the app has no words for. */
  readonly key: MessageKey | undefined;
  /** Which one of its kind: "BTCUSDT". */
  readonly of: string;
}

export function settingName(setting: string): SettingName {
  const [kind = "", ...rest] = setting.split(".");
  return Object.hasOwn(SETTINGS, kind)
    ? { key: SETTINGS[kind as keyof typeof SETTINGS], of: rest.join(" ") }
    : { key: undefined, of: setting };
}

/** undefined: a field that this version of the app has no words for. */
export const fieldKey = (name: string): MessageKey | undefined =>
  isField(name) ? `decisions.${name}` : undefined;

export interface SettingChange {
  readonly field: string;
  /** undefined: it was not there. */
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields that differ, of two settings as JSON; all of them where there was nothing before. */
export function changesOf(before: string | null, value: string): readonly SettingChange[] {
  const [was, is] = [fieldsOf(before ?? "{}"), fieldsOf(value)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({ field, before: was[field], after: is[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
    .map(withChangedParts);
}

export interface AnnouncedLine {
  readonly field: string;
  /** undefined: no words for it. */
  readonly key: MessageKey | undefined;
  readonly before: string;
  readonly after: string;
}

/** What an announcement changes, as people read it; a fee on withdrawals has the coin that it is paid in. */
export function announcedLines(
  {
    setting,
    before,
    value,
  }: { readonly setting: string; readonly before: string | null; readonly value: string },
  formats: Pick<Formats, "decimal" | "rate">,
  inHours: (hours: string) => string,
): readonly AnnouncedLine[] {
  const [kind, , coin] = setting.split(".");
  const text = (field: string, of: unknown): string =>
    kind === "withdrawal-fee" && field === "fee" && typeof of === "string"
      ? `${formats.decimal(of, { minDecimals: 2 })} ${coin ?? ""}`.trim()
      : valueText(field, of, formats, inHours);
  return changesOf(before, value).map(({ field, before: was, after }) => ({
    field,
    key: kind === "withdrawal-fee" && field === "fee" ? "decisions.withdrawal-fee" : fieldKey(field),
    before: text(field, was),
    after: text(field, after),
  }));
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(json: string): Fields {
  const value: unknown = JSON.parse(json);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : { value };
}

/** Long lists, such as payouts, name what differs only. */
function withChangedParts(change: SettingChange): SettingChange {
  const [was, is] = [payoutsOf(change.before), payoutsOf(change.after)];
  if (was === undefined || is === undefined) return change;
  const differs = (from: readonly string[], other: readonly string[]) =>
    from.filter((line) => !other.includes(line));
  return { ...change, before: differs(was, is), after: differs(is, was) };
}

interface Offer {
  readonly symbol: string;
  readonly durations: readonly { readonly durationSeconds: number; readonly payoutPpm: number }[];
}

const isOffer = (value: unknown): value is Offer =>
  typeof value === "object" && value !== null && "symbol" in value && "durations" in value;

/** "BTCUSDT 60 s 85%" each; undefined: not a list of offers. */
function payoutsOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isOffer)) return undefined;
  return value.flatMap(({ symbol, durations }) =>
    durations.map(
      ({ durationSeconds, payoutPpm }) => `${symbol} ${durationSeconds} s ${payoutPpm / 10_000}%`,
    ),
  );
}

/** A field's value as people read it; "–": it was not there. */
export function valueText(
  field: string,
  value: unknown,
  formats: Pick<Formats, "decimal" | "rate">,
  inHours: (hours: string) => string,
): string {
  if (value === undefined || value === null) return formats.decimal(null);
  if (Array.isArray(value))
    return value.length === 0
      ? formats.decimal(null)
      : value.map((part: unknown) => (field === "leverages" ? `${String(part)}×` : plain(part))).join(", ");
  if (typeof value === "number") {
    if (field.endsWith("Ppm")) return formats.rate(shifted(value, MILLION_DIGITS));
    if (field.endsWith("Cents")) return `${formats.decimal(shifted(value, CENT_DIGITS))} USDT`;
    if (field.endsWith("Ms")) return inHours(formats.decimal(String(value / HOUR_MS)));
    return formats.decimal(String(value));
  }
  const text = plain(value);
  return /^-?[0-9]+(\.[0-9]+)?$/.test(text) ? formats.decimal(text) : text;
}

const plain = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** A whole number with its point moved to the left. */
function shifted(value: number, digits: number): string {
  const text = String(Math.abs(value)).padStart(digits + 1, "0");
  return `${value < 0 ? "-" : ""}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
