import { LIMITS } from "@candor/domain/limits";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import { isPassword, isUsername, type PasswordRule } from "@candor/text/account-rules";
import { z } from "zod";
import type { ListedAsset, Listings } from "../../market/market-data/listings.ts";
import { Refusal } from "../../operators/protocol/operator-messages.ts";
import type { KeyPair } from "../../people/identity/sandbox-accounts.ts";

/** Money of one asset for a new account, in its smallest unit. */
export interface WantedFunds {
  readonly asset: ListedAsset;
  readonly spotUnits: number;
  readonly futuresUnits: number;
}

export interface WantedAccount {
  /** Assets with an amount above zero. */
  readonly funds: readonly WantedFunds[];
  /** By default random. */
  readonly key: KeyPair | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

/** Margin asset of contracts. */
const MARGIN_ASSET = "USDT";
const DEFAULT_FUNDS = { [MARGIN_ASSET]: "1000000" };
/** One account gets at most this part of what may exist of an asset, so that the treasury keeps enough for others. */
const MOST_UNITS = Math.floor(LIMITS.maxUnits / 100);
/** Keys of Binance have this form. */
const KEY = /^[A-Za-z0-9]{64}$/;
const KEY_RULE = "must be 64 letters and digits";

const schema = z.strictObject({
  assets: z.record(z.string().max(20), z.string().max(40)).optional(),
  futuresUsdt: z.string().max(40).optional(),
  apiKey: z.string().regex(KEY, KEY_RULE).optional(),
  secret: z.string().regex(KEY, KEY_RULE).optional(),
  username: z.string().max(200).optional(),
  password: z.string().max(200).optional(),
});

/** Checks the JSON of a request for an account. */
export function readAccountRequest(
  body: unknown,
  listings: Listings,
  passwordRule: PasswordRule,
): WantedAccount | Refusal {
  const parsed = schema.safeParse(body);
  if (!parsed.success) return new Refusal(problemOf(parsed.error));
  const { assets = DEFAULT_FUNDS, futuresUsdt, apiKey, secret, username, password } = parsed.data;
  if ((apiKey === undefined) !== (secret === undefined))
    return new Refusal("A key needs its secret: give both apiKey and secret, or neither.");
  if (username !== undefined && !isUsername(username))
    return new Refusal("username must be 4 to 20 letters, digits and underscores and begin with a letter.");
  if (password !== undefined && !isPassword(password, passwordRule))
    return new Refusal(
      `password does not follow the rule for passwords (CANDOR_PASSWORD_RULE=${passwordRule}).`,
    );
  const funds = readFunds(assets, futuresUsdt, listings);
  if (funds instanceof Refusal) return funds;
  const key = apiKey === undefined || secret === undefined ? undefined : { apiKey, secret };
  return { funds, key, username, password };
}

function problemOf({ issues: [first] }: z.ZodError): string {
  const field = first?.path.join(".") ?? "";
  return field === ""
    ? `The request is wrong: ${first?.message ?? ""}.`
    : `${field}: ${first?.message ?? ""}.`;
}

function readFunds(
  assets: Readonly<Record<string, string>>,
  futuresUsdt: string | undefined,
  listings: Listings,
): readonly WantedFunds[] | Refusal {
  const funds: WantedFunds[] = [];
  for (const [symbol, text] of Object.entries(assets)) {
    const asset = listings.assetBySymbol(symbol);
    if (asset === undefined) return new Refusal(`${symbol} is not an asset of this exchange.`);
    const units = readUnits(symbol, text, asset);
    if (units instanceof Refusal) return units;
    const futuresUnits = symbol === MARGIN_ASSET ? futuresPart(units, futuresUsdt, asset, listings) : 0;
    if (futuresUnits instanceof Refusal) return futuresUnits;
    const wanted = { asset, spotUnits: units - futuresUnits, futuresUnits };
    const small = [wanted.spotUnits, futuresUnits].some((part) => part > 0 && part < minimumOf(asset));
    if (small)
      return new Refusal(`Each wallet's part of ${symbol} must be 0 or at least ${asset.spec.minTransfer}.`);
    if (units > 0) funds.push(wanted);
  }
  const hasMargin = funds.some(({ asset }) => asset.spec.symbol === MARGIN_ASSET);
  if (!hasMargin && futuresUsdt !== undefined && Number(futuresUsdt) !== 0)
    return new Refusal("futuresUsdt is a part of the USDT: give an amount of USDT that is at least as high.");
  return funds;
}

function readUnits(name: string, text: string, { spec }: ListedAsset): number | Refusal {
  const units = parseDecimal(text, spec.scale);
  if (units === "format")
    return new Refusal(`${name} must be a decimal number such as 1000 or 0.5, got "${text}".`);
  if (units === "precision") return new Refusal(`${name} has at most ${spec.scale} decimals, got "${text}".`);
  if (units === "range" || units > MOST_UNITS)
    return new Refusal(`${name} must be at most ${formatDecimal(MOST_UNITS, spec.scale)}, got "${text}".`);
  return units;
}

/** By default half of the USDT, if that is enough for both wallets. */
function futuresPart(
  units: number,
  futuresUsdt: string | undefined,
  asset: ListedAsset,
  listings: Listings,
): number | Refusal {
  if (futuresUsdt === undefined) {
    const half = Math.floor(units / 2);
    return listings.contracts.length === 0 || half < minimumOf(asset) ? 0 : half;
  }
  const part = readUnits("futuresUsdt", futuresUsdt, asset);
  if (part instanceof Refusal || part <= units) return part;
  return new Refusal("futuresUsdt is a part of the USDT: it must not be higher than the USDT.");
}

function minimumOf({ spec }: ListedAsset): number {
  const units = parseDecimal(spec.minTransfer, spec.scale);
  if (typeof units === "string") throw new Error(`minTransfer of ${spec.symbol} is ${spec.minTransfer}`);
  return units;
}
