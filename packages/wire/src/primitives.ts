import {
  CHART_PERIODS,
  LANGUAGES,
  LIQUIDATION_METHODS,
  MARGIN_MODES,
  MARKET_STATUSES,
  ORDER_REASONS,
  ORDER_STATUSES,
  ORDER_TYPES,
  PERIOD_ALIASES,
  type PeriodAlias,
  PRICE_SOURCES,
  PRODUCTS,
  SELF_TRADE_MODES,
  SIDES,
  STATUS_REASONS,
  TIMES_IN_FORCE,
  WALLETS,
} from "@candor/domain/enumerations";
import { INVITATION_CODE, MAX_EMAIL, PASSWORD_RULES, USERNAME } from "@candor/text/account-rules";
import { MAX_FACTOR_CODE } from "@candor/text/field-limits";
import { asOneLine, isOneLine, withoutInvisible } from "@candor/text/visible-text";
import { z } from "zod";

/**
 * The wire's types. A format with its own error code (an e-mail address, a password) is only described here, so that
 * the call can return that code in the documented order.
 */
const AMOUNT = /^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/;
const SIGNED_AMOUNT = /^-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/;
/** In code units: a password under the long rule has at most 128 characters of two units each. */
export const MAX_PASSWORD = 512;
const LINE_FEED = 10;
const FIRST_PRINTABLE = 32;
const DELETE = 127;
const LAST_C1 = 159;

/** Detects control characters other than line feed. */
function hasControls(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code < FIRST_PRINTABLE && code !== LINE_FEED) || (code >= DELETE && code <= LAST_C1)) return true;
  }
  return false;
}

export const amount = z.string().regex(AMOUNT).meta({
  id: "Amount",
  description: "Nonnegative decimal string with at most the asset's decimals. Never a JSON number.",
});
export const signedAmount = z
  .string()
  .regex(SIGNED_AMOUNT)
  .meta({ id: "SignedAmount", description: "An Amount that may start with a minus sign." });
export const price = z
  .string()
  .regex(AMOUNT)
  .meta({ id: "Price", description: "Positive decimal string, a multiple of the market's tick." });
export const quantity = z
  .string()
  .regex(AMOUNT)
  .meta({ id: "Quantity", description: "Decimal string of base coin, a multiple of the market's lot." });
export const rate = z
  .string()
  .regex(AMOUNT)
  .meta({ id: "Rate", description: 'Fraction of one, six decimals: "0.001000" is 0.1 %.' });
export const signedRate = z
  .string()
  .regex(SIGNED_AMOUNT)
  .meta({ id: "SignedRate", description: "A Rate that may start with a minus sign." });
export const percent = z
  .string()
  .regex(/^-?[0-9]+\.[0-9]{2}$/)
  .meta({ id: "Percent", description: 'Signed percent with two decimals, "-1.23".' });

export const symbol = z
  .string()
  .regex(/^[A-Za-z0-9]{4,20}$/)
  .toUpperCase()
  .meta({ id: "Symbol", description: "A market's symbol, any letter case in requests." });
export const asset = z
  .string()
  .regex(/^[A-Za-z0-9]{2,10}$/)
  .toUpperCase()
  .meta({ id: "Asset", description: "A coin's symbol, any letter case in requests." });
export const id = z
  .string()
  .regex(/^[0-9A-Za-z_-]{1,40}$/)
  .meta({ id: "Id", description: "Opaque, assigned by the server." });
export const KEY = /^[A-Za-z0-9._:/-]{1,36}$/;
export const key = z
  .string()
  .regex(KEY)
  .meta({ id: "Key", description: "Idempotency key, chosen by the client." });
/** Keys that start so belong to orders that the server places for its users: the slices of TWAPs. */
export const SERVER_KEYS = "twap:";
/** A key for something new. Existing orders, also the server's, are named by `key`. */
export const newKey = key
  .refine((value) => !value.startsWith(SERVER_KEYS), { params: { reason: "format" } })
  .meta({
    id: "NewKey",
    description: `Idempotency key, chosen by the client. It must not start with \`${SERVER_KEYS}\`.`,
  });
/** Whether all numbers are finite: one such as 1e999 is read as infinity, and would be written as `null`. */
function hasFiniteNumbers(value: unknown): boolean {
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "number" && !Number.isFinite(next)) return false;
    if (typeof next === "object" && next !== null) for (const part of Object.values(next)) open.push(part);
  }
  return true;
}
/** Any JSON that is stored as it was sent. */
export const json = z.unknown().refine(hasFiniteNumbers, { params: { reason: "range" } });
export const milliseconds = z
  .int()
  .min(0)
  .meta({ id: "Ms", description: "Unix time in milliseconds, or a duration." });
export const flag = z.int().min(0).max(1).meta({ id: "Flag", description: "0 or 1." });
export const count = z.int().min(0).meta({ id: "Count" });
export const seq = z.int().min(0).meta({ id: "Seq", description: "A sequence number of the journal." });
export const url = z
  .string()
  .max(2_048)
  .regex(/^(https:\/\/|\/(?!\/)|#|mailto:)/)
  .meta({ id: "Url", description: "https: or relative to the site." });

const isAtMost = (limit: number) => (value: string) => Array.from(value).length <= limit;

/**
 * Text of at most `limit` code points after normalization, without invisible characters or control characters other
 * than line feed.
 */
export const text = (limit: number) =>
  z
    .string()
    .normalize("NFC")
    .overwrite(withoutInvisible)
    .refine(isAtMost(limit), { params: { reason: "range" } })
    .refine((value) => value.isWellFormed() && !hasControls(value), { params: { reason: "format" } })
    .meta({ maxLength: limit });

/** A name of at most `limit` code points: one line; invisible characters are removed. */
export const line = (limit: number) =>
  z
    .string()
    .refine((value) => value.isWellFormed() && isOneLine(value), { params: { reason: "format" } })
    .normalize("NFC")
    .overwrite(asOneLine)
    .refine(isAtMost(limit), { params: { reason: "range" } })
    .meta({ maxLength: limit });

/** A string whose format the call itself checks, with its own error code. */
const described = (name: string, description: string) => z.string().meta({ id: name, description });
export const email = described(
  "Email",
  `An e-mail address, at most ${MAX_EMAIL} characters; trimmed, compared in lower case.`,
);
export const phone = described(
  "Phone",
  "`^1[3-9][0-9]{9}$`, or `+` and 7–15 digits; spaces, dashes, brackets, dots and slashes are ignored.",
);
export const username = described("Username", `\`${USERNAME.source}\`, compared in lower case.`);
export const account = described("Account", "E-mail address, username or phone.");
/** Normalized, since keyboards compose letters differently. */
const describedText = (name: string, description: string) =>
  z.string().max(MAX_PASSWORD).normalize("NFC").meta({ id: name, description });
export const password = describedText(
  "Password",
  "6–12 printable ASCII characters without spaces, at least one letter and one digit; if `registration.passwordRule` is `long`, 8–128 characters of any kind.",
);
export const paymentPassword = described("PaymentPassword", "Six digits.");
export const anyPassword = describedText(
  "NewPassword",
  "A Password, or a PaymentPassword for kind `payment`.",
);
export const code = described("Code", "Six digits from a mail or text message.");
export const invitationCode = described("InvitationCode", `\`${INVITATION_CODE.source}\`, any letter case.`);
/** An amount whose errors have their own code (112, or 102 for orders). */
export const judgedAmount = described(
  "JudgedAmount",
  "An Amount; the call has its own error code for a malformed one.",
);
export const secondFactor = z
  .strictObject({
    totp: z.string().max(MAX_FACTOR_CODE).optional(),
    passkey: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: "SecondFactor", description: "A one-time code, or a WebAuthn assertion." });

export const wallet = z.enum(WALLETS).meta({ id: "Wallet" });
export const marketKind = z.enum(["spot", "contract"]).meta({ id: "MarketKind" });
export const passwordRule = z.enum(PASSWORD_RULES).meta({
  id: "PasswordRule",
  description: "`short`: 6–12 characters with letters and digits; `long`: 8–128 of any kind.",
});
export const mode = z.enum(["sandbox", "live"]).meta({ id: "Mode" });
export const product = z.enum(PRODUCTS).meta({ id: "Product" });
export const side = z.enum(SIDES).meta({ id: "Side" });
export const orderType = z.enum(ORDER_TYPES).meta({ id: "OrderType" });
export const timeInForce = z.enum(TIMES_IN_FORCE).meta({ id: "TimeInForce" });
export const orderStatus = z.enum(ORDER_STATUSES).meta({ id: "OrderStatus" });
export const orderReason = z
  .enum(ORDER_REASONS.slice(1) as [string, ...string[]])
  .meta({ id: "OrderReason" });
export const triggerBy = z.enum(["mark", "last", "index"]).meta({ id: "TriggerBy" });
export const marginMode = z.enum(MARGIN_MODES).meta({ id: "MarginMode" });
export const positionMode = z.enum(["one-way", "hedge"]).meta({
  id: "PositionMode",
  description: "In hedge mode, a contract has a long and a short position.",
});
export const positionSide = z.enum(["long", "short"]).meta({ id: "PositionSide" });
/** Steps that close something; canceling orders is reported with the orders. */
export const liquidationMethod = z
  .enum(LIQUIDATION_METHODS)
  .exclude(["orders"])
  .meta({ id: "LiquidationMethod" });
export const selfTrade = z.enum(SELF_TRADE_MODES).meta({ id: "SelfTrade" });
export const marketStatus = z.enum(MARKET_STATUSES).meta({ id: "MarketStatus" });
export const statusReason = z.enum(STATUS_REASONS).exclude(["none"]).meta({ id: "StatusReason" });
export const priceSource = z.enum(PRICE_SOURCES).meta({ id: "PriceSource" });
export const result = z.enum(["in-progress", "success", "failed"]).meta({ id: "Result" });
export const language = z.enum(LANGUAGES).meta({ id: "Language" });
/** Legacy names, and the short names of public exchange APIs. */
export const period = z
  .enum([...CHART_PERIODS, ...(Object.keys(PERIOD_ALIASES) as PeriodAlias[])])
  .meta({ id: "Period" });

/** Paging fields of every list. */
export const PAGE = {
  limit: z.int().min(1).max(100).default(20),
  cursor: z.string().max(512).optional(),
} as const;
export const TIME_RANGE = { sinceMs: milliseconds.optional(), untilMs: milliseconds.optional() } as const;
export const MIN_SEQ = {
  minSeq: seq
    .optional()
    .meta({ description: "Wait up to 1,000 ms for the read model to reach this command." }),
} as const;
export const nextCursor = z.string().nullable().meta({ description: "null at the end" });
