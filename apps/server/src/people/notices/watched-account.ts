import { CALL_RATIO_PPM, EASED_RATIO_PPM, isAtRatio } from "@candor/formulas/perpetual/margin-call";
import { divideFloor } from "@candor/money/integer";
import type { WatchedPosition } from "./watched-contract.ts";

/** Positions that are called together, because the same money stands behind them. */
export interface MarginPool {
  /** Of its user: "position" and the market's number, or "cross" and the number of the coin. */
  readonly name: string;
  readonly positions: readonly WatchedPosition[];
}

/** What a pool has and needs at the present marks. */
export interface PoolRisk {
  readonly equityUnits: number;
  readonly maintenanceUnits: number;
}

/** A pool has come to be called, or has ceased to be. */
export interface CallChange {
  readonly userId: number;
  readonly pool: string;
  readonly isCalled: boolean;
  /** Absent: nothing of it is open any more. */
  readonly risk?: PoolRisk;
  /** Of an isolated position; absent: the cross positions of a coin. */
  readonly marketId?: number | undefined;
}

/** The open positions of one user, and which of them are called for margin. */
export class WatchedAccount {
  readonly userId: number;
  readonly positions = new Map<number, WatchedPosition>();
  /** All that the contract wallet holds, by coin. */
  readonly walletUnits = new Map<number, number>();
  /** Pools that were called and have not recovered. */
  private readonly called: Set<string>;

  constructor(userId: number, called: Iterable<string>) {
    this.userId = userId;
    this.called = new Set(called);
  }

  /** Whether there is a mark for each position: before, it has neither profit nor risk. */
  get isMarked(): boolean {
    for (const { contract } of this.positions.values()) if (contract.markTicks === 0) return false;
    return true;
  }

  /** Looks at all of it at the present marks, and lets each position wait for the mark at which that has to be done again. */
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
    for (const position of this.positions.values()) {
      const { marketId, quoteAssetId } = position.contract;
      if (!position.isCross) pools.push({ name: `position ${marketId}`, positions: [position] });
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
    return [{ userId: this.userId, pool: name, isCalled, risk, marketId }];
  }

  /** As the core counts it (account-risk.ts): equity of cross positions is the wallet without isolated margins, and profits. */
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
   * No move that costs (or brings) each position less than its share of what is left (or missing) takes the pool to the
   * ratio: each waits for the mark that does, and then all are looked at anew. With one position that mark is exact.
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
