import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { copyOf } from "@candor/core/listing/listing-checks";
import { LIMITS } from "@candor/domain/limits";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { SpotMarketSpec } from "@candor/domain/specs/listing";
import { z } from "zod";
import { bracketsOf } from "./contract-brackets.ts";
import { EMPTY_LISTING, type ExchangeListing } from "./exchange-listing.ts";
import { SettingError } from "./setting-error.ts";
import type { CoinProfile, CrossProfile } from "./simulated-profiles.ts";

/** The operator's own listing, in the home directory. docs/listing.md describes it. */
export const LISTING_FILE = "listing.json";

const HOUR_MS = 3_600_000;
const PPM = 1_000_000;
const MAX_ENTRIES = 256;

const decimal = z.string().regex(/^\d{1,16}(?:\.\d{1,8})?$/, 'must be a decimal in quotes, such as "0.01"');
const coin = z.string().regex(/^[A-Z0-9]{2,10}$/, "must be 2 to 10 upper-case letters or digits");
const ppm = z.int().min(0).max(PPM);
const reach = z.int().min(1).max(PPM);
const list = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).max(MAX_ENTRIES).default([]);

const asset = z.strictObject({
  symbol: coin,
  name: z.string().min(1).max(40),
  scale: z.int().min(0).max(8),
  minTransfer: decimal,
  dailyGift: decimal.optional(),
});

const pair = {
  base: coin,
  quote: coin,
  tick: decimal,
  lot: decimal,
  minQuantity: decimal,
  maxQuantity: decimal,
  minNotional: decimal,
  marketProtectionPpm: ppm.default(50_000),
};

/** Parameters for simulating a market's price; a cross of two priced coins needs only the volume. */
const simulated = z.strictObject({
  price: decimal.optional(),
  weeklyDeviation: z.number().min(0).max(0.5).default(0.1),
  correlation: z.number().min(0).max(1).default(0.7),
  minuteVolume: z.number().positive(),
});

const market = z.strictObject({
  ...pair,
  priceBandPpm: ppm.default(200_000),
  makerFeePpm: ppm.default(1_000),
  takerFeePpm: ppm.default(1_000),
  sourceDeviationPpm: reach.default(LIMITS.sourceDeviationPpm),
  sourceStepPpm: reach.default(LIMITS.sourceStepPpm),
  simulated: simulated.optional(),
});

const contract = z.strictObject({
  ...pair,
  priceBandPpm: ppm.default(100_000),
  makerFeePpm: ppm.default(200),
  takerFeePpm: ppm.default(500),
  liquidationFeePpm: ppm.default(5_000),
  fundingIntervalMs: z
    .int()
    .positive()
    .default(8 * HOUR_MS),
  interestPpm: ppm.default(100),
  fundingCapPpm: ppm.default(20_000),
  markBoundPpm: ppm.optional(),
  impactNotional: decimal.optional(),
  tiers: z
    .array(z.strictObject({ upTo: z.int().positive(), maxLeverage: z.int(), maintenancePpm: ppm }))
    .min(1),
});

const lever = z.strictObject({
  symbol: z.string(),
  leverages: z.array(z.int()).min(1),
  baseHourlyPpm: ppm,
  quoteHourlyPpm: ppm,
  baseUserLimit: decimal,
  quoteUserLimit: decimal,
  basePairLimit: decimal,
  quotePairLimit: decimal,
});

const listingFile = z.strictObject({
  /** false: omits the default listing. */
  builtIn: z.boolean().default(true),
  assets: list(asset),
  markets: list(market),
  contracts: list(contract),
  levers: list(lever),
});
type ListingFile = z.infer<typeof listingFile>;

export interface OperatorsListing extends ExchangeListing {
  /** Whether to include the default listing. */
  readonly withBuiltIn: boolean;
}

/**
 * Reads the operator's listing of this home; empty without a file. The format is checked here, consistency in
 * `checkListing`. Throws SettingError.
 */
export function readListingFile(home: string): OperatorsListing {
  const file = path.join(home, LISTING_FILE);
  if (!existsSync(file)) return { ...EMPTY_LISTING, withBuiltIn: true };
  const parsed = listingFile.safeParse(parseJson(readFileSync(file, "utf8")));
  if (!parsed.success)
    throw new SettingError(LISTING_FILE, `cannot be used:\n${z.prettifyError(parsed.error)}`);
  return listingOf(parsed.data);
}

function listingOf({ builtIn, assets, markets, contracts, levers }: ListingFile): OperatorsListing {
  return {
    withBuiltIn: builtIn,
    assets: assets.map(({ symbol, name, scale, minTransfer }) => ({ symbol, name, scale, minTransfer })),
    markets: markets.map((entry) => withoutUsualBounds({ symbol: entry.base + entry.quote, ...entry })),
    contracts: contracts.map(({ tiers, ...spec }): ContractSpec => {
      const symbol = spec.base + spec.quote;
      const brackets = bracketsOf(
        tiers.map(({ upTo, maxLeverage, maintenancePpm }) => [upTo, maxLeverage, maintenancePpm]),
      );
      return { symbol, ...spec, indexSymbol: symbol, brackets };
    }),
    levers: levers.map(({ symbol, ...terms }) => ({ symbol, lever: terms })),
    simulated: {
      coins: markets.flatMap(simulatedCoin),
      crosses: markets.flatMap(simulatedCross),
    },
    dailyGifts: Object.fromEntries(
      assets.flatMap(({ symbol, dailyGift }) => (dailyGift === undefined ? [] : [[symbol, dailyGift]])),
    ),
  };
}

/** Omits source bounds with default values, as in listings from before these bounds existed. */
function withoutUsualBounds({ sourceDeviationPpm, sourceStepPpm, ...spec }: SpotMarketSpec): SpotMarketSpec {
  return copyOf({
    ...spec,
    ...(sourceDeviationPpm === LIMITS.sourceDeviationPpm ? {} : { sourceDeviationPpm }),
    ...(sourceStepPpm === LIMITS.sourceStepPpm ? {} : { sourceStepPpm }),
  });
}

type MarketEntry = ListingFile["markets"][number];

function simulatedCoin({ base, quote, tick, lot, simulated: terms }: MarketEntry): readonly CoinProfile[] {
  if (terms?.price === undefined) return [];
  const { price, weeklyDeviation, correlation, minuteVolume } = terms;
  return [
    { symbol: base + quote, reference: price, step: tick, weeklyDeviation, correlation, minuteVolume, lot },
  ];
}

/** Without a price, the market's price follows from its coins' prices in USDT. */
function simulatedCross({ base, quote, lot, simulated: terms }: MarketEntry): readonly CrossProfile[] {
  if (terms === undefined || terms.price !== undefined) return [];
  const { minuteVolume } = terms;
  return [{ symbol: base + quote, numerator: `${base}USDT`, denominator: `${quote}USDT`, minuteVolume, lot }];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SettingError(
      LISTING_FILE,
      `is no JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
