import { SettingError } from "../setting-error.ts";
import type { AssetSettings, NetworkSettings } from "./network-settings.ts";
import { COIN_DECIMALS } from "./network-settings.ts";
import { readLimits } from "./signer-limits.ts";

/** Maximum decimals of amounts in the file. */
const PLACES = 18;
/** The largest share of the minimum withdrawal that operators may set as fee later. */
const MAX_FEE_SHARE = 2n;

/** Checks a chain file as far as possible without its node. Throws SettingError. */
export function checkNetwork({ assets }: NetworkSettings): void {
  noneTwice(assets, "symbol", ({ symbol }) => symbol);
  noneTwice(assets, "token", ({ token }) => token ?? "the chain's own coin");
  for (const asset of assets) {
    const { symbol, token, decimals, tokenSymbol } = asset;
    if (token === null && decimals !== COIN_DECIMALS)
      refuse(`${symbol}: "decimals" must be ${COIN_DECIMALS} for the chain's own coin, got ${decimals}`);
    if (token === null && tokenSymbol !== undefined)
      refuse(`${symbol}: "tokenSymbol" is only for tokens, but this is the chain's own coin`);
    checkAmounts(asset);
  }
}

/** Rejects limits under which the signer would never pay what the file offers. Throws SettingError. */
export function checkSignerLimits({ assets }: NetworkSettings, text: string | undefined): void {
  const limits = readLimits(text);
  for (const { symbol, maxWithdrawal } of assets) {
    const { perTransaction, perDay } = limits.of(symbol, PLACES);
    const needs = `${symbol}:${wholeCoins(maxWithdrawal)}:…`;
    if (perTransaction === 0n)
      throw new SettingError(
        "CANDOR_SIGNER_LIMITS",
        `has no limit for ${symbol}, so its withdrawals would never be paid: add ${needs}`,
      );
    if (perTransaction < units(maxWithdrawal))
      throw new SettingError(
        "CANDOR_SIGNER_LIMITS",
        `limits ${symbol} to ${perTransaction / 10n ** BigInt(PLACES)} per payment, but the chain file's "maxWithdrawal" is ${maxWithdrawal}: raise the limit to ${needs}, or lower "maxWithdrawal"`,
      );
    if (perDay < perTransaction)
      throw new SettingError(
        "CANDOR_SIGNER_LIMITS",
        `allows less ${symbol} per day than per payment: the second number is the limit for 24 hours`,
      );
  }
}

function checkAmounts({
  symbol,
  minDeposit,
  withdrawalFee,
  minWithdrawal,
  maxWithdrawal,
}: AssetSettings): void {
  if (units(minDeposit) === 0n) refuse(`${symbol}: "minDeposit" must be above 0`);
  if (units(minWithdrawal) > units(maxWithdrawal))
    refuse(`${symbol}: "minWithdrawal" ${minWithdrawal} is above "maxWithdrawal" ${maxWithdrawal}`);
  if (units(withdrawalFee) * MAX_FEE_SHARE > units(minWithdrawal))
    refuse(
      `${symbol}: "withdrawalFee" must be at most half of "minWithdrawal", which is ${minWithdrawal}, got ${withdrawalFee}`,
    );
}

function noneTwice(
  assets: readonly AssetSettings[],
  field: string,
  valueOf: (asset: AssetSettings) => string,
): void {
  const owners = new Map<string, string>();
  for (const asset of assets) {
    const value = valueOf(asset);
    const before = owners.get(value);
    if (before !== undefined)
      refuse(`${asset.symbol} and ${before} have the same "${field}", ${value}: each asset needs its own`);
    owners.set(value, asset.symbol);
  }
}

function units(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(`${whole}${fraction.padEnd(PLACES, "0")}`);
}

const wholeCoins = (text: string): bigint =>
  (units(text) + 10n ** BigInt(PLACES) - 1n) / 10n ** BigInt(PLACES);

function refuse(problem: string): never {
  throw new SettingError("CANDOR_CHAIN_FILE", problem);
}
