import type { SettingValue } from "@candor/domain/events/setting-events";
import {
  ENDOWMENT_SETTING,
  OPTION_TERMS_SETTING,
  WITHDRAWAL_FEE_SETTING,
} from "@candor/domain/setting-names";

/** Texts of settings for operators, in English: field names, and figures with their units. */
export const FIELD_NAMES: Readonly<Record<string, string>> = {
  status: "Status",
  makerFeePpm: "Maker fee",
  takerFeePpm: "Taker fee",
  leverages: "Leverage steps",
  baseHourlyPpm: "Interest on the base coin",
  quoteHourlyPpm: "Interest on the quote coin",
  baseUserLimit: "Limit per user, base coin",
  quoteUserLimit: "Limit per user, quote coin",
  basePairLimit: "Limit per market, base coin",
  quotePairLimit: "Limit per market, quote coin",
  interestPpm: "Interest",
  fundingCapPpm: "Funding cap",
  fee: "Fee",
  name: "Name",
  asset: "Asset",
  price: "Price",
  totalOutput: "Total output",
  durationDays: "Duration",
  hashRateGhs: "Hash rate",
  stock: "Stock",
  limitPerUser: "Limit per user",
  refundPpm: "Refund",
  minStake: "Smallest stake",
  maxStake: "Largest stake",
  userCap: "Cap per user",
  expiryCap: "Cap per expiry",
  poolCap: "Pool cap",
  offers: "Offers",
  ratePpm: "Inviters’ share of fees",
  watchedFromCents: "Checked from",
  newAddressAgeMs: "An address is new for",
  newAddressHoldMs: "Hold for a new address",
  newDeviceAgeMs: "A device is new for",
  newDeviceHoldMs: "Hold for a new device",
  windowMs: "Window",
  windowCount: "Withdrawals in the window",
  windowCents: "Amount in the window",
  approvalAboveCents: "Approval required above",
  total: "Total given",
  totalUnits: "Total given, in smallest units",
  isOpen: "Open",
  message: "Message",
  version: "Version",
  isHeld: "Held",
  deviationMs: "Deviation",
};

type Fields = Readonly<Record<string, SettingValue>>;

/** Returns a field's name; by default as written on the command line. */
export const fieldName = (field: string): string => FIELD_NAMES[field] ?? field;

const UNITS_OF_ENDINGS = { Ppm: "ppm", Cents: "cents", Ms: "ms", Days: "days", Ghs: "GH/s" } as const;

/** Returns the input unit of a field; undefined if it has none, or is an amount of a coin. */
export function typedUnit(field: string): string | undefined {
  const ending = (Object.keys(UNITS_OF_ENDINGS) as (keyof typeof UNITS_OF_ENDINGS)[]).find((each) =>
    field.endsWith(each),
  );
  return ending === undefined ? undefined : UNITS_OF_ENDINGS[ending];
}

/** Formats one field of a setting: "0.1%", "4,000,000 USDT", "1 day". */
export function fieldReading(
  setting: string,
  field: string,
  value: SettingValue | undefined,
  fields: Fields,
): string {
  if (value === undefined || value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return figure(field, value);
  if (typeof value === "string")
    return DECIMAL.test(value) && field !== "name" ? withCoin(value, setting, field, fields) : value;
  if (field === "leverages" && Array.isArray(value))
    return value.map((step) => `${String(step)}×`).join(", ");
  if (field === "offers" && Array.isArray(value)) return value.map(offerReading).join("; ");
  return JSON.stringify(value);
}

/** Formats the whole value, field by field. */
export function valueReading(setting: string, value: SettingValue): string {
  if (!isFields(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([field, each]) => `${fieldName(field)}: ${fieldReading(setting, field, each, value)}`)
    .join(", ");
}

/** Formats the changed fields as old and new values, or the whole value if there was none before. */
export function changeReading(
  setting: string,
  before: SettingValue | undefined,
  after: SettingValue,
): string {
  if (!isFields(before) || !isFields(after)) return valueReading(setting, after);
  return Object.keys({ ...before, ...after })
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => {
      const was = fieldReading(setting, field, before[field], before);
      const is = fieldReading(setting, field, after[field], after);
      return `${fieldName(field)} ${omitSharedUnit(is, was)} → ${is}`;
    })
    .join(", ");
}

/** Shows a unit that both values share only once: "1 → 2 USDT". */
function omitSharedUnit(other: string, reading: string): string {
  const coin = / [A-Z0-9]{2,10}$/.exec(other)?.[0];
  return coin !== undefined && reading.endsWith(coin) ? reading.slice(0, -coin.length) : reading;
}

const DECIMAL = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;
const PPM_PER_PERCENT = 10_000;
const CENTS = 100;
const DURATIONS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

function figure(field: string, value: number): string {
  const hourly = field.endsWith("HourlyPpm") ? " an hour" : "";
  switch (typedUnit(field)) {
    case "ppm":
      return `${written(value / PPM_PER_PERCENT)}%${hourly}`;
    case "cents":
      return `${written(value / CENTS)} USDT`;
    case "ms":
      return duration(value);
    case "days":
      return counted(value, "day");
    case "GH/s":
      return `${written(value)} GH/s`;
    default:
      return written(value);
  }
}

const written = (value: number): string => value.toLocaleString("en", { maximumFractionDigits: 4 });
const counted = (count: number, unit: string): string => `${written(count)} ${unit}${count === 1 ? "" : "s"}`;

/** Formats a duration in the largest unit that divides it. */
function duration(ms: number): string {
  const whole = DURATIONS.find(([, size]) => ms !== 0 && ms % size === 0);
  if (ms === 0) return "0 seconds";
  return whole === undefined ? `${written(ms)} ms` : counted(ms / whole[1], whole[0]);
}

const PLAN_AMOUNTS: readonly string[] = ["price", "totalOutput"];

function withCoin(amount: string, setting: string, field: string, fields: Fields): string {
  const [whole = "", fraction] = amount.split(".");
  const grouped =
    whole.replaceAll(/\B(?=([0-9]{3})+$)/g, ",") + (fraction === undefined ? "" : `.${fraction}`);
  const coin = coinOf(setting, field, fields);
  return coin === undefined ? grouped : `${grouped} ${coin}`;
}

function coinOf(setting: string, field: string, { asset }: Fields): string | undefined {
  const [kind, , coin] = setting.split(".");
  if (kind === WITHDRAWAL_FEE_SETTING || kind === ENDOWMENT_SETTING) return coin;
  const isOfAsset = kind === OPTION_TERMS_SETTING || PLAN_AMOUNTS.includes(field);
  return isOfAsset && typeof asset === "string" && asset !== "" ? asset : undefined;
}

/** Formats an offer: "BTCUSDT 1 minute 85%, 5 minutes 85%" */
function offerReading(offer: SettingValue): string {
  if (!isFields(offer) || !Array.isArray(offer["durations"])) return JSON.stringify(offer);
  const durations = (offer["durations"] as readonly SettingValue[]).map((each) => {
    const { durationSeconds, payoutPpm } = isFields(each) ? each : {};
    return `${duration(Number(durationSeconds) * 1_000)} ${figure("payoutPpm", Number(payoutPpm))}`;
  });
  const symbol = typeof offer["symbol"] === "string" ? offer["symbol"] : "?";
  return `${symbol} ${durations.join(", ")}`;
}

function isFields(value: SettingValue | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
