import { ENDOWABLE_ACCOUNTS } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";

/**
 * The total that the sandbox treasury has given each pool and the insurance fund, by index into ENDOWABLE_ACCOUNTS and
 * asset, in smallest units.
 */
export class Endowments {
  private readonly units = new Float64Array(ENDOWABLE_ACCOUNTS.length * LIMITS.maxAssets);

  of(pool: number, assetId: number): number {
    return this.units[pool * LIMITS.maxAssets + assetId] as number;
  }

  set(pool: number, assetId: number, units: number): void {
    this.units[pool * LIMITS.maxAssets + assetId] = units;
  }

  /** Visits the non-zero entries, by pool and asset. */
  forEach(visit: (pool: number, assetId: number, units: number) => void): void {
    for (let pool = 0; pool < ENDOWABLE_ACCOUNTS.length; pool++) {
      for (let assetId = 0; assetId < LIMITS.maxAssets; assetId++) {
        const units = this.of(pool, assetId);
        if (units > 0) visit(pool, assetId, units);
      }
    }
  }
}
