/** An amount of an asset; `amount` as on the wire, with all decimals of the asset. */
export interface AssetAmount {
  readonly asset: string;
  readonly amount: string;
}

/** Unsigned: a liability can be zero but never negative. */
const AMOUNT = /^(0|[1-9][0-9]{0,29})(?:\.([0-9]{1,18}))?$/;
const ASSET = /^[A-Z0-9]{2,10}$/;

/** The assets of one tree. Every amount in it lists all of them, in this order, with these decimals. */
export class AssetSums {
  private readonly assets: readonly { readonly asset: string; readonly decimals: number }[];

  private constructor(assets: AssetSums["assets"]) {
    this.assets = assets;
  }

  /** Returns undefined unless the totals list different assets with nonnegative amounts. */
  static of(totals: readonly AssetAmount[]): AssetSums | undefined {
    const assets = totals.map(({ asset, amount }) => ({ asset, decimals: decimalsOf(amount) }));
    const areSound = assets.every(({ asset, decimals }) => ASSET.test(asset) && decimals >= 0);
    const areDifferent = new Set(assets.map(({ asset }) => asset)).size === assets.length;
    return areSound && areDifferent && assets.length > 0 ? new AssetSums(assets) : undefined;
  }

  /**
   * Returns the amounts in smallest units; undefined unless they list the same assets in the same format, each
   * nonnegative.
   */
  read(amounts: readonly AssetAmount[]): readonly bigint[] | undefined {
    const { assets } = this;
    const areAlike =
      amounts.length === assets.length &&
      assets.every(({ asset, decimals }, index) => {
        const other = amounts[index] as AssetAmount;
        return other.asset === asset && decimalsOf(other.amount) === decimals;
      });
    return areAlike ? amounts.map(({ amount }) => BigInt(amount.replace(".", ""))) : undefined;
  }

  write(units: readonly bigint[]): AssetAmount[] {
    return this.assets.map(({ asset, decimals }, index) => {
      const digits = String(units[index]).padStart(decimals + 1, "0");
      const whole = digits.slice(0, digits.length - decimals);
      return { asset, amount: decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}` };
    });
  }
}

/** Returns the number of decimals of an amount; −1 if it is invalid or negative. */
function decimalsOf(amount: string): number {
  const match = AMOUNT.exec(amount);
  return match === null ? -1 : (match[2]?.length ?? 0);
}
