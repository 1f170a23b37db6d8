import type { Command } from "@candor/domain/commands/commands";
import { MAX_REFERRAL_PPM } from "@candor/domain/commands/referral-commands";
import { ENDOWABLE_ACCOUNTS, MARKET_STATUSES, type MarketKind } from "@candor/domain/enumerations";
import type { SettingValue } from "@candor/domain/events/setting-events";
import { LIMITS } from "@candor/domain/limits";
import {
  ENDOWMENT_SETTING,
  OPTION_TERMS_SETTING,
  REFERRAL_RATE_SETTING,
  WITHDRAWAL_RULES_SETTING,
} from "@candor/domain/setting-names";
import {
  MAX_FUNDING_CAP_PPM,
  MAX_INTEREST_PPM,
  MIN_FUNDING_CAP_PPM,
} from "@candor/domain/specs/funding-terms";
import { MAX_OUTPUT_PPM } from "@candor/domain/specs/mining-plan";
import { WITHDRAWAL_RULE_NAMES, type WithdrawalRules } from "@candor/domain/specs/withdrawal-rules";
import type { Units } from "@candor/money/brand";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import { line } from "@candor/wire/primitives";
import { z } from "zod";
import type { ChainPort } from "../../custody/chain/chain-port.ts";
import { largestFeeOf } from "../../custody/withdrawals/withdrawal-fees.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import { sentenceOfIssue } from "../protocol/sentences.ts";

/**
 * Settings by the first word of their name: the schema of the value, and the command that sets it. The journal only
 * accepts values that match the schema; the exchange decides whether they are valid for it.
 */
export interface SettingContext {
  readonly listings: Pick<Listings, "asset" | "assetBySymbol" | "marketBySymbol">;
  readonly chains: Pick<ChainPort, "chains">;
}

type Reading =
  | {
      readonly command: Command;
      /** The parsed value, with invisible characters removed from names. */
      readonly value: SettingValue;
    }
  /** Why the value cannot be set. */
  | { readonly problem: string };

const ppm = z.int().min(0).max(1_000_000);
/**
 * Resting orders pay the fee at the time of the trade, and loans each hour's interest: without a limit, one operator
 * could use them to take money that they cannot take any other way.
 */
const fee = z.int().min(0).max(10_000, "at most 10,000 ppm (1%)");
const hourlyInterest = z.int().min(0).max(200, "at most 200 ppm (0.02% an hour)");
const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const AMOUNT = /^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/;
const amount = z.string().regex(AMOUNT, "must be a decimal amount");
const symbol = z.string().regex(/^[A-Z0-9]{4,20}$/);

const fees = z.strictObject({ makerFeePpm: fee, takerFeePpm: fee });
const status = z.strictObject({ status: z.enum(MARKET_STATUSES) });
/**
 * These determine what positions pay each other: only within these bounds, and a day after everybody could see them.
 */
const funding = z.strictObject({
  interestPpm: z.int().min(0).max(MAX_INTEREST_PPM, `at most ${MAX_INTEREST_PPM} ppm (0.03%)`),
  fundingCapPpm: z
    .int()
    .min(MIN_FUNDING_CAP_PPM, `at least ${MIN_FUNDING_CAP_PPM} ppm (0.05%)`)
    .max(MAX_FUNDING_CAP_PPM, `at most ${MAX_FUNDING_CAP_PPM} ppm (3%)`),
});
const withdrawalFee = z.strictObject({ fee: amount });
const lever = z.strictObject({
  leverages: z.array(z.int()).min(1).max(9),
  baseHourlyPpm: hourlyInterest,
  quoteHourlyPpm: hourlyInterest,
  baseUserLimit: amount,
  quoteUserLimit: amount,
  basePairLimit: amount,
  quotePairLimit: amount,
});
const PPM = 1_000_000n;
const OUTPUT_TIMES = MAX_OUTPUT_PPM / 1_000_000;

/** Returns an amount in units of 18 decimals, the most that its format allows, or `undefined` if it is malformed. */
function exact(text: string): bigint | undefined {
  if (!AMOUNT.test(text)) return undefined;
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(18, "0"));
}

const plan = z
  .strictObject({
    name: line(40).refine((name) => name !== "", "a name is needed"),
    asset: z.string().regex(/^[A-Z0-9]{2,10}$/),
    price: amount,
    totalOutput: amount,
    durationDays: count,
    hashRateGhs: count,
    stock: count,
    limitPerUser: count,
    refundPpm: ppm,
  })
  .refine(
    // Also called for malformed fields: these are rejected under their own name.
    ({ price, totalOutput }) => {
      const [cost, output] = [exact(price), exact(totalOutput)];
      return cost === undefined || output === undefined || output * PPM <= cost * BigInt(MAX_OUTPUT_PPM);
    },
    { path: ["totalOutput"], error: `at most ${OUTPUT_TIMES} times the price` },
  );
const optionTerms = z.strictObject({
  asset: z.string().regex(/^[A-Z0-9]{2,10}$/),
  minStake: amount,
  maxStake: amount,
  userCap: amount,
  expiryCap: amount,
  poolCap: amount,
  offers: z
    .array(
      z.strictObject({
        symbol,
        durations: z
          .array(z.strictObject({ durationSeconds: count, payoutPpm: ppm }))
          .max(LIMITS.maxOptionDurations),
      }),
    )
    .max(LIMITS.maxMarkets),
});
const withdrawalRules = z.strictObject(
  Object.fromEntries(WITHDRAWAL_RULE_NAMES.map((name) => [name, count])) as Record<
    keyof WithdrawalRules,
    typeof count
  >,
);
const referralRate = z.strictObject({
  ratePpm: ppm.max(MAX_REFERRAL_PPM, `at most ${MAX_REFERRAL_PPM} ppm (half of a fee)`),
});
const endowment = z.strictObject({ total: amount });

/**
 * Schema of each setting's value, by the first word of its name: setting-limits.ts has the rule for each field.
 * @internal
 */
export const SETTING_FORMS = {
  status,
  fees,
  funding,
  "withdrawal-fee": withdrawalFee,
  lever,
  "mining-plan": plan,
  [OPTION_TERMS_SETTING]: optionTerms,
  [WITHDRAWAL_RULES_SETTING]: withdrawalRules,
  [REFERRAL_RATE_SETTING]: referralRate,
  [ENDOWMENT_SETTING]: endowment,
} as const;

/** Returns the command that sets `setting` to `value`, or why there is none. */
export function readSetting(
  setting: string,
  value: unknown,
  places: SettingContext,
  mode: "sandbox" | "live",
): Reading {
  const { listings } = places;
  const [kind = "", ...rest] = setting.split(".");
  switch (kind) {
    case "status":
    case "fees": {
      const marketId = marketIdOf(rest, listings);
      if (marketId === undefined) return unknown(setting);
      return kind === "status"
        ? read(status, value, (found) => ({ kind: "set-market-status", marketId, ...found }))
        : read(fees, value, (found) => ({ kind: "set-market-fees", marketId, ...found }));
    }
    case "lever": {
      const marketId = rest.length === 1 ? listings.marketBySymbol(rest[0] ?? "")?.marketId : undefined;
      if (marketId === undefined) return unknown(setting);
      return read(lever, value, (found) => ({ kind: "set-lever-terms", marketId, lever: found }));
    }
    case "funding": {
      const marketId = marketIdOf(["contract", ...rest], listings);
      if (marketId === undefined) return unknown(setting);
      return read(funding, value, (found) => ({ kind: "set-funding-terms", marketId, ...found }));
    }
    case "withdrawal-fee":
      return readWithdrawalFee(setting, rest, value, places);
    case "mining-plan": {
      const [number = ""] = rest;
      if (rest.length !== 1 || !/^(0|[1-9][0-9]?)$/.test(number)) return unknown(setting);
      return read(plan, value, (found) => ({ kind: "set-mining-plan", planId: Number(number), plan: found }));
    }
    case ENDOWMENT_SETTING:
      return mode === "sandbox"
        ? readEndowment(setting, rest, value, listings)
        : {
            problem: "In live mode pools get real money, by a correction paid by one of your accounts.",
          };
    case OPTION_TERMS_SETTING:
      return read(optionTerms, value, (terms) => ({ kind: "set-option-terms", terms }));
    case REFERRAL_RATE_SETTING:
      return read(referralRate, value, (found) => ({ kind: "set-referral-rate", ...found }));
    case WITHDRAWAL_RULES_SETTING:
      return read(withdrawalRules, value, (rules) => ({ kind: "set-withdrawal-rules", rules }));
    default:
      return unknown(setting);
  }
}

function readWithdrawalFee(
  setting: string,
  [chain = "", symbolOfFee = "", ...more]: readonly string[],
  value: unknown,
  { chains, listings }: SettingContext,
): Reading {
  const asset = chains.chains
    .find((each) => each.chain === chain)
    ?.assets.find((each) => each.symbol === symbolOfFee);
  if (asset === undefined || more.length > 0) return unknown(setting);
  const { assetId, chainDecimals } = asset;
  const { scale } = listings.asset(assetId).spec;
  const reading = read(withdrawalFee, value, ({ fee }) => ({
    kind: "set-withdrawal-fee",
    chain,
    assetId,
    fee,
  }));
  if ("problem" in reading || reading.command.kind !== "set-withdrawal-fee") return reading;
  // The amount that arrives must be representable on the chain too.
  const decimals = Math.min(scale, chainDecimals);
  const units = parseDecimal(reading.command.fee, decimals);
  if (typeof units === "string") return { problem: `Check fee: at most ${decimals} decimals.` };
  const most = largestFeeOf(asset);
  return units * 10 ** (scale - decimals) <= most
    ? reading
    : { problem: `Check fee: at most ${formatDecimal(most, scale)}, half of the smallest withdrawal.` };
}

function readEndowment(
  setting: string,
  [account = "", asset = "", ...more]: readonly string[],
  value: unknown,
  listings: SettingContext["listings"],
): Reading {
  const pool = ENDOWABLE_ACCOUNTS.find((each) => each === account);
  const listed = listings.assetBySymbol(asset);
  if (pool === undefined || listed === undefined || more.length > 0) return unknown(setting);
  const found = endowment.safeParse(value);
  if (!found.success) return { problem: sentenceOfIssue(found.error.issues[0]) };
  const { assetId, spec } = listed;
  const totalUnits = parseDecimal(found.data.total, spec.scale);
  if (typeof totalUnits === "string") return { problem: `Check total: at most ${spec.scale} decimals.` };
  const command = { kind: "endow-pool", pool, assetId, totalUnits: totalUnits as Units } as const;
  return { command, value: found.data };
}

function marketIdOf(
  [kind, name = "", ...more]: readonly string[],
  listings: SettingContext["listings"],
): number | undefined {
  if ((kind !== "spot" && kind !== "contract") || more.length > 0) return undefined;
  return listings.marketBySymbol(name, kind satisfies MarketKind)?.marketId;
}

const unknown = (setting: string): Reading => ({ problem: `There is no setting "${setting}".` });

function read<T>(schema: z.ZodType<T>, value: unknown, commandOf: (found: T) => Command): Reading {
  const found = schema.safeParse(value);
  // Parsed by a strict schema: JSON with only the schema's own fields.
  if (found.success) return { command: commandOf(found.data), value: found.data as SettingValue };
  return { problem: sentenceOfIssue(found.error.issues[0]) };
}
