import { SettingError } from "../setting-error.ts";
import type { AssetSettings, NetworkSettings } from "./network-settings.ts";
import { COIN_DECIMALS } from "./network-settings.ts";
import { readLimits } from "./signer-limits.ts";

/** Amounts of the file have at most 18 places. */
const PLACES = 18;
/** As large a share of the smallest withdrawal as operators may set later. */
const MOST_FEE_SHARE = 2n;

/** Refuses what can be seen to be wrong in a chain file without asking its node. Throws SettingError. */
export function checkNetwork({ assets }: NetworkSettings): void {
  noneTwice(assets, "symbol", ({ symbol }) => symbol);
  noneTwice(assets, "token", ({ token }) => token ?? "the chain's own coin");
  for (const asset of assets) {
    const { symbol, token, decimals, tokenSymbol } = asset;
    if (token === null && decimals !== COIN_DECIMALS)
      refuse(
        `${symbol}: every EVM chain counts its own coin in ${COIN_DECIMALS} decimals, the file says ${decimals}`,
      );
    if (token === null && tokenSymbol !== undefined)
      refuse(`${symbol}: "tokenSymbol" is for tokens, and this is the chain's own coin`);
    checkAmounts(asset);
  }
}

/** Refuses limits by which the signer would never pay what the file offers. Throws SettingError. */
export function checkSignerLimits({ assets }: NetworkSettings, text: string | undefined): void {
  const limits = readLimits(text);
  for (const { symbol, maxWithdrawal } of assets) {
    const { perTransaction, perDay } = limits.of(symbol, PLACES);
    const needs = `${symbol}:${wholeCoins(maxWithdrawal)}:…`;
    if (perTransaction === 0n)
      throw new SettingError(
        "CANDOR_SIGNER_LIMITS",
        `has no limit for ${symbol}, so that no withdrawal of it would ever be paid: add ${needs}`,
      );
    if (perTransaction < units(maxWithdrawal))
      throw new SettingError(
        "CANDOR_SIGNER_LIMITS",
        `lets ${symbol} be paid up to ${perTransaction / 10n ** BigInt(PLACES)} a payment, and the chain file's "maxWithdrawal" is ${maxWithdrawal}: raise the one to ${needs}, or lower the other`,
      );
    if (perDay < perTransaction)
      throw new SettingError(
        "CANDOR_SIGNER_LIMITS",
        `allows ${symbol} less in a day than in one payment: the second figure is of 24 hours`,
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
  if (units(minDeposit) === 0n) refuse(`${symbol}: "minDeposit" has to be above 0`);
  if (units(minWithdrawal) > units(maxWithdrawal))
    refuse(`${symbol}: "minWithdrawal" ${minWithdrawal} is above "maxWithdrawal" ${maxWithdrawal}`);
  if (units(withdrawalFee) * MOST_FEE_SHARE > units(minWithdrawal))
    refuse(
      `${symbol}: "withdrawalFee" ${withdrawalFee} may be at most half of "minWithdrawal", which is ${minWithdrawal}`,
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
      refuse(`${asset.symbol} and ${before} have the same "${field}", ${value}: one asset, one token`);
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
