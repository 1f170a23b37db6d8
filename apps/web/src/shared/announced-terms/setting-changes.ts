import type { Formats } from "@candor/ui/formats";
import type { MessageKey } from "../../i18n/message-keys.ts";

const MILLION_DIGITS = 6;
const CENT_DIGITS = 2;
const HOUR_MS = 3_600_000;

/** Translation of the first word of a setting's name. */
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

/** First words that users know under another name. */
const PARTS = {
  spot: "shell.navSpot",
  contract: "shell.navContracts",
  insurance: "decisions.insurance",
  "option-pool": "decisions.option-pool",
  "mining-reserve": "decisions.mining-reserve",
  "lending-pool": "decisions.lending-pool",
} as const satisfies Readonly<Record<string, MessageKey>>;

export interface SettingName {
  /** undefined for settings unknown to this app version. */
  readonly key: MessageKey | undefined;
  /** The subject: "BTCUSDT". */
  readonly of: string;
}

/** @param value the setting as JSON; contains a machine's name */
export function settingName(
  setting: string,
  value: string,
  text: (key: MessageKey) => string,
  chainName: (chain: string) => string,
): SettingName {
  const [kind = "", first = "", ...rest] = setting.split(".");
  if (!Object.hasOwn(SETTINGS, kind)) return { key: undefined, of: setting };
  const key = SETTINGS[kind as keyof typeof SETTINGS];
  const { name } = fieldsOf(value);
  if (kind === "mining-plan" && typeof name === "string") return { key, of: name };
  const part = Object.hasOwn(PARTS, first) ? text(PARTS[first as keyof typeof PARTS]) : first;
  const start = kind === "withdrawal-fee" ? chainName(first) : part;
  return { key, of: [start, ...rest].join(kind === "withdrawal-fee" ? " · " : " ") };
}

const ROLES = {
  owner: "decisions.roleOwner",
  risk: "decisions.roleRisk",
  finance: "decisions.roleFinance",
  support: "decisions.roleSupport",
  editor: "decisions.roleEditor",
} as const satisfies Readonly<Record<string, MessageKey>>;

/** Returns an operator's role in the user's language; roles unknown to this app version stay as they are. */
export const roleText = (role: string, text: (key: MessageKey) => string): string =>
  Object.hasOwn(ROLES, role) ? text(ROLES[role as keyof typeof ROLES]) : role;

/** undefined for fields unknown to this app version. */
export const fieldKey = (name: string): MessageKey | undefined =>
  isField(name) ? `decisions.${name}` : undefined;

export interface SettingChange {
  readonly field: string;
  /** undefined if the field was missing. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns the fields that differ between two settings (JSON); all fields if there was none before. */
export function changesOf(
  before: string | null,
  value: string,
  formats: Pick<Formats, "rate">,
): readonly SettingChange[] {
  const [was, is] = [fieldsOf(before ?? "{}"), fieldsOf(value)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({ field, before: was[field], after: is[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
    .map((change) => withChangedParts(change, formats));
}

export interface ChangedLine {
  readonly field: string;
  /** undefined if there is no translation. */
  readonly key: MessageKey | undefined;
  readonly before: string;
  readonly after: string;
}

export interface SettingVersions {
  readonly setting: string;
  /** JSON; null if none. */
  readonly before: string | null;
  readonly value: string;
}

/** Returns a market's coins; undefined if the market is unknown. */
export type CoinsOf = (symbol: string) => Coins | undefined;

/** Returns a setting's changes as readable lines; amounts include their coin. */
export function changedLines(
  { setting, before, value }: SettingVersions,
  formats: Pick<Formats, "decimal" | "rate">,
  inHours: (hours: string) => string,
  coinsOf: CoinsOf,
): readonly ChangedLine[] {
  const [kind] = setting.split(".");
  return changesOf(before, value, formats).map(({ field, before: was, after }) => {
    const text = (of: unknown, json: string): string => {
      const coin = typeof of === "string" ? coinOf(setting, field, fieldsOf(json), coinsOf) : undefined;
      return coin === undefined
        ? valueText(field, of, formats, inHours)
        : `${formats.decimal(plain(of), { minDecimals: 2 })} ${coin}`;
    };
    return {
      field,
      key: kind === "withdrawal-fee" && field === "fee" ? "decisions.withdrawal-fee" : fieldKey(field),
      before: text(was, before ?? "{}"),
      after: text(after, value),
    };
  });
}

type Fields = Readonly<Record<string, unknown>>;

interface Coins {
  readonly base: string;
  readonly quote: string;
}

/** Amounts in the coin that is part of the setting's name. */
const IN_ITS_ASSET: readonly string[] = [
  "price",
  "totalOutput",
  "minStake",
  "maxStake",
  "userCap",
  "expiryCap",
  "poolCap",
];

/** Returns the coin of a field's amount; undefined if it is not an amount or the market is unknown. */
function coinOf(setting: string, field: string, fields: Fields, coinsOf: CoinsOf): string | undefined {
  const [kind, of = "", coin] = setting.split(".");
  if ((kind === "withdrawal-fee" && field === "fee") || (kind === "endowment" && field === "total"))
    return coin;
  if (kind === "lever" && field.startsWith("base") && field.endsWith("Limit")) return coinsOf(of)?.base;
  if (kind === "lever" && field.startsWith("quote") && field.endsWith("Limit")) return coinsOf(of)?.quote;
  const asset = IN_ITS_ASSET.includes(field) ? fields["asset"] : undefined;
  return typeof asset === "string" ? asset : undefined;
}

function fieldsOf(json: string): Fields {
  const value: unknown = JSON.parse(json);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : { value };
}

/** Reduces long lists, such as payouts, to the entries that differ. */
function withChangedParts(change: SettingChange, formats: Pick<Formats, "rate">): SettingChange {
  const [was, is] = [payoutsOf(change.before, formats), payoutsOf(change.after, formats)];
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

/** Returns "BTCUSDT 60 s 85%" per offer; undefined if the value is not a list of offers. */
function payoutsOf(value: unknown, formats: Pick<Formats, "rate">): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isOffer)) return undefined;
  return value.flatMap(({ symbol, durations }) =>
    durations.map(
      ({ durationSeconds, payoutPpm }) =>
        `${symbol} ${durationSeconds} s ${formats.rate(shifted(payoutPpm, MILLION_DIGITS))}`,
    ),
  );
}

/** Returns a field's value as readable text; "–" if the field was missing. */
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

/** Formats a whole number with its decimal point moved to the left. */
function shifted(value: number, digits: number): string {
  const text = String(Math.abs(value)).padStart(digits + 1, "0");
  return `${value < 0 ? "-" : ""}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
