import { SettingError } from "../setting-error.ts";

/** Limits that the signer enforces for every request. Amounts are in the chain's smallest unit. */
export interface AssetLimit {
  readonly perTransaction: bigint;
  /** In any 24 hours. */
  readonly perDay: bigint;
}

/** In wei per unit of gas: 500 gwei. */
export const MAX_FEE_PER_GAS = 500_000_000_000n;
/** A token transfer takes 30,000 to 100,000. */
export const MAX_GAS_LIMIT = 300_000;
/** Maximum wei sent to a deposit address for one sweep: 0.05 of the coin. */
export const MAX_GAS_FUNDING = 50_000_000_000_000_000n;
/** Maximum wei sent to deposit addresses in 24 hours: 5 of the coin. */
export const MAX_GAS_FUNDING_PER_DAY = 5_000_000_000_000_000_000n;

/** Limits per asset in whole coins: for one payment and for 24 hours. */
const DEFAULT_LIMITS = "USDT:50000:1000000,ETH:20:400";

const ENTRY = /^([A-Z0-9]{2,10}):([1-9][0-9]{0,12}):([1-9][0-9]{0,12})$/;

/** Limits by symbol, in whole coins. Throws if the text does not look like `USDT:50000:1000000,ETH:20:400`. */
export class SignerLimits {
  readonly text: string;
  private readonly bySymbol: ReadonlyMap<string, readonly [bigint, bigint]>;

  constructor(text: string) {
    this.text = text;
    this.bySymbol = new Map(
      text.split(",").map((entry) => {
        const [, symbol, perTransaction, perDay] = ENTRY.exec(entry) ?? [];
        if (symbol === undefined || perTransaction === undefined || perDay === undefined)
          throw new RangeError("a limit must have the form USDT:50000:1000000");
        return [symbol, [BigInt(perTransaction), BigInt(perDay)]];
      }),
    );
  }

  /** An asset without a limit cannot be paid out. */
  of(symbol: string, decimals: number): AssetLimit {
    const [perTransaction, perDay] = this.bySymbol.get(symbol) ?? [0n, 0n];
    const coin = 10n ** BigInt(decimals);
    return { perTransaction: perTransaction * coin, perDay: perDay * coin };
  }
}

/** Throws SettingError; without a setting it returns the default limits. */
export function readLimits(text: string | undefined): SignerLimits {
  try {
    return new SignerLimits(text || DEFAULT_LIMITS);
  } catch {
    throw new SettingError("CANDOR_SIGNER_LIMITS", `must have the form ${DEFAULT_LIMITS}, in whole coins`);
  }
}
