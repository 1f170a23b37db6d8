import { CALL_RATIO_PPM, EASED_RATIO_PPM, isAtRatio } from "@candor/formulas/perpetual/margin-call";
import { divideFloor } from "@candor/money/integer";
import type { WatchedPosition } from "./watched-contract.ts";

/** Positions that are called together, because the same money backs them. */
export interface MarginPool {
  /** Unique per user: "position" and its name in the account, or "cross" and the number of the coin. */
  readonly name: string;
  readonly positions: readonly WatchedPosition[];
}

/** Equity and maintenance margin of a pool at the current marks. */
export interface PoolRisk {
  readonly equityUnits: number;
  readonly maintenanceUnits: number;
}

/** A margin call of a pool that started or ended. */
export interface CallChange {
  readonly userId: number;
  readonly pool: string;
  readonly isCalled: boolean;
  /** Absent if no position in it is open any more. */
  readonly risk?: PoolRisk;
  /** Market of an isolated position; absent for the cross positions of a coin. */
  readonly marketId?: number | undefined;
  /** Positions of the pool; absent if none is open any more. */
  readonly positions?: readonly WatchedPosition[];
  /** Wallet without isolated margins; only for cross positions. */
  readonly cashUnits?: number | undefined;
}

/** Open positions of one user, and which of them have a margin call. */
export class WatchedAccount {
  readonly userId: number;
  /** By the market's number, in hedge mode followed by the position's side. */
  readonly positions = new Map<string, WatchedPosition>();
  /** Total contract wallet balance by coin. */
  readonly walletUnits = new Map<number, number>();
  /** Pools that were called and have not recovered. */
  private readonly called: Set<string>;

  constructor(userId: number, called: Iterable<string>) {
    this.userId = userId;
    this.called = new Set(called);
  }

  /** Whether every position has a mark: without one, a position has neither profit nor risk. */
  get isMarked(): boolean {
    for (const { contract } of this.positions.values()) if (contract.markTicks === 0) return false;
    return true;
  }

  /** Checks all positions at the current marks, and sets for each the mark at which to check again. */
  look(): CallChange[] {
    const pools = this.pools();
    const changes = pools.flatMap((pool) => this.lookAt(pool));
    for (const name of this.called) {
      if (pools.some((pool) => pool.name === name)) continue;
      this.called.delete(name);
      changes.push({ userId: this.userId, pool: name, isCalled: false });
    }
    return changes;
  }

  private pools(): MarginPool[] {
    const pools: MarginPool[] = [];
    const byCoin = new Map<number, WatchedPosition[]>();
    for (const [name, position] of this.positions) {
      const { quoteAssetId } = position.contract;
      if (!position.isCross) pools.push({ name: `position ${name}`, positions: [position] });
      else byCoin.set(quoteAssetId, [...(byCoin.get(quoteAssetId) ?? []), position]);
    }
    for (const [assetId, positions] of byCoin) pools.push({ name: `cross ${assetId}`, positions });
    return pools;
  }

  private lookAt(pool: MarginPool): CallChange[] {
    const { name, positions } = pool;
    const risk = this.riskOf(pool);
    const wasCalled = this.called.has(name);
    const ratio = wasCalled ? EASED_RATIO_PPM : CALL_RATIO_PPM;
    const isCalled = isAtRatio(risk.maintenanceUnits, risk.equityUnits, ratio);
    this.await(pool, risk, isCalled);
    if (isCalled === wasCalled) return [];
    if (isCalled) this.called.add(name);
    else this.called.delete(name);
    const [first] = positions;
    const marketId = first?.isCross === false ? first.contract.marketId : undefined;
    const cashUnits = first?.isCross === true ? this.crossCashUnits(first.contract.quoteAssetId) : undefined;
    return [{ userId: this.userId, pool: name, isCalled, risk, marketId, positions, cashUnits }];
  }

  /**
   * Same formula as in the core (account-risk.ts): equity of cross positions is the wallet without isolated margins,
   * plus profits.
   */
  private riskOf({ positions }: MarginPool): PoolRisk {
    let equityUnits = 0;
    let maintenanceUnits = 0;
    for (const position of positions) {
      equityUnits += position.contract.unrealizedUnits(position);
      maintenanceUnits += position.contract.maintenanceUnits(position);
      if (!position.isCross) equityUnits += position.marginUnits;
    }
    const [first] = positions;
    if (first?.isCross === true) equityUnits += this.crossCashUnits(first.contract.quoteAssetId);
    return { equityUnits, maintenanceUnits };
  }

  private crossCashUnits(assetId: number): number {
    let cash = this.walletUnits.get(assetId) ?? 0;
    for (const { contract, isCross, marginUnits } of this.positions.values())
      if (!isCross && contract.quoteAssetId === assetId) cash -= marginUnits;
    return cash;
  }

  /**
   * The pool cannot reach the ratio while each position loses (or gains) less than its share of what is left (or
   * missing). So each waits for the mark at which its share is used up; then all are checked again. With one position
   * that mark is exact.
   */
  private await({ positions }: MarginPool, { equityUnits }: PoolRisk, isCalled: boolean): void {
    let needed = 0;
    for (const position of positions) needed += position.contract.scaledMaintenanceUnits(position, isCalled);
    const share = divideFloor(equityUnits - needed, positions.length);
    for (const position of positions) {
      const { contract } = position;
      const own = contract.scaledMaintenanceUnits(position, isCalled) - contract.unrealizedUnits(position);
      contract.place(position, share + own, isCalled);
    }
  }
}
