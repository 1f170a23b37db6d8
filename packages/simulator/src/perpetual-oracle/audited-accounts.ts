import type { PositionLeg } from "@candor/domain/enumerations";
import { INSURANCE_FUND_USER_ID, type PositionChanged } from "@candor/domain/events/contract-events";
import { ensure } from "../audit-error.ts";
import {
  type AuditedContract,
  type AuditedPosition,
  maintenanceUnitsOf,
  profitAtMark,
  valueAtMark,
} from "./audited-contract.ts";

/** The interface of the audited exchange. */
export interface AuditedSystem {
  sumOf(assetId: number): bigint;
  systemBalance(account: "clearing" | "funding" | "insurance", assetId: number): number;
}

/** A position, or with cross margin all of a user's, below its maintenance margin. */
export interface AtRisk {
  readonly userId: number;
  readonly marketId: number;
  readonly leg: PositionLeg | undefined;
  readonly isCross: boolean;
}

/** A position's name; `leg` in hedge mode. */
export function nameOf(userId: number, marketId: number, leg: PositionLeg | undefined): string {
  return `${marketId}/${userId}/${leg ?? ""}`;
}

/** All holdings as recomputed by the auditor, and their risk at the last marks. */
export class AuditedAccounts {
  readonly contracts = new Map<number, AuditedContract>();
  protected readonly positions = new Map<string, AuditedPosition>();
  protected readonly byUser = new Map<number, AuditedPosition[]>();
  /** Contract wallets: available + frozen. */
  protected readonly totals = new Map<number, number>();

  /** Positions whose maintenance margin exceeds equity at the last marks, found by checking all of them. */
  atRisk(): AtRisk[] {
    return [...this.byUser].flatMap(([userId, positions]) =>
      userId === INSURANCE_FUND_USER_ID ? [] : this.riskOfUser(userId, positions),
    );
  }

  /**
   * The users who could take over a position at risk: holders of the other side who would have something left at the
   * position's bankruptcy price. In a gap there may be none; then it has to wait for another mark.
   */
  takersOf({ userId, marketId, leg, isCross }: AtRisk): number[] {
    const position = this.positions.get(nameOf(userId, marketId, leg));
    if (position === undefined) return [];
    const { lots, cost, contract } = position;
    const size = Math.abs(lots);
    const margin = isCross
      ? this.crossRisk(userId).equity - profitAtMark(position)
      : (position.told?.marginUnits ?? 0);
    const bankruptUnits = Math.max(0, lots > 0 ? cost - margin : cost + margin);
    const takers: number[] = [];
    for (const other of this.positions.values()) {
      if (other.contract !== contract || other.lots * lots >= 0 || other.userId === INSURANCE_FUND_USER_ID)
        continue;
      if (other.userId === userId) continue;
      const value = (bankruptUnits / size) * Math.abs(other.lots);
      const profit = other.lots > 0 ? value - other.cost : other.cost - value;
      const otherMargin =
        other.told?.marginMode === "cross"
          ? this.crossRisk(other.userId).equity - profitAtMark(other)
          : (other.told?.marginUnits ?? 0);
      // Rounding may cost one unit per lot.
      if (otherMargin + profit > Math.abs(other.lots)) takers.push(other.userId);
    }
    return takers;
  }

  private riskOfUser(userId: number, positions: readonly AuditedPosition[]): AtRisk[] {
    const found: AtRisk[] = [];
    const open = positions.filter(({ lots, contract }) => lots !== 0 && contract.mark !== undefined);
    for (const position of open) {
      if (position.told?.marginMode === "cross") continue;
      const equity = (position.told?.marginUnits ?? 0) + profitAtMark(position);
      if (maintenanceUnitsOf(position.contract, valueAtMark(position)) > equity)
        found.push({ userId, marketId: position.contract.marketId, leg: position.leg, isCross: false });
    }
    const cross = open.find(({ told }) => told?.marginMode === "cross");
    if (cross === undefined) return found;
    const { equity, maintenance } = this.crossRisk(userId);
    if (maintenance > equity)
      found.push({ userId, marketId: cross.contract.marketId, leg: cross.leg, isCross: true });
    return found;
  }

  /** Whether any of the user's positions, or all cross ones together, are below the maintenance margin. */
  isAtRisk(userId: number): boolean {
    return this.riskOfUser(userId, this.byUser.get(userId) ?? []).length > 0;
  }

  openLots(marketId: number): number {
    return this.contracts.get(marketId)?.longLots ?? 0;
  }

  lotsOf(userId: number, marketId: number, leg?: PositionLeg): number {
    return this.positions.get(nameOf(userId, marketId, leg))?.lots ?? 0;
  }

  positionOf(userId: number, marketId: number, leg?: PositionLeg): PositionChanged | undefined {
    return this.positions.get(nameOf(userId, marketId, leg))?.told;
  }

  walletOf(userId: number): number {
    return this.totals.get(userId) ?? 0;
  }

  protected contract(marketId: number): AuditedContract {
    const contract = this.contracts.get(marketId);
    ensure(contract !== undefined, `market ${marketId} is not a contract`);
    return contract as AuditedContract;
  }

  protected frozenOf(userId: number): number {
    let frozen = 0;
    for (const { told } of this.byUser.get(userId) ?? [])
      frozen += (told?.marginUnits ?? 0) + (told?.orderMarginUnits ?? 0);
    return frozen;
  }

  /** Everything except isolated margin backs all cross positions. */
  protected crossRisk(userId: number): { readonly equity: number; readonly maintenance: number } {
    let equity = this.totals.get(userId) ?? 0;
    let maintenance = 0;
    for (const position of this.byUser.get(userId) ?? []) {
      if (position.told?.marginMode !== "cross") {
        equity -= position.told?.marginUnits ?? 0;
      } else if (position.lots !== 0) {
        equity += profitAtMark(position);
        maintenance += maintenanceUnitsOf(position.contract, valueAtMark(position));
      }
    }
    return { equity, maintenance };
  }

  /** Positions of hedge mode never flip, and exist only without one of one-way mode. */
  protected ensureLeg({ userId, contract, leg, lots }: AuditedPosition): void {
    if (leg === undefined) return;
    const who = `the ${leg} position of user ${userId} in market ${contract.marketId}`;
    ensure(leg === "long" ? lots >= 0 : lots <= 0, `${who} has ${lots} lots`);
    ensure(lots === 0 || this.lotsOf(userId, contract.marketId) === 0, `${who} exists in one-way mode`);
  }

  protected checkCost(position: AuditedPosition, told: number, who: string): void {
    const off = Math.abs(told - position.cost);
    ensure(
      off <= position.slack,
      `${who}: emitted cost ${told}, exact ${position.cost} within ${position.slack}`,
    );
  }

  /** The user's open position on a side: that of hedge mode unless there is one of one-way mode. */
  protected openOn(userId: number, contract: AuditedContract, side: PositionLeg): AuditedPosition {
    const single = this.open(userId, contract);
    return single.lots === 0 && userId !== INSURANCE_FUND_USER_ID
      ? this.open(userId, contract, side)
      : single;
  }

  protected open(userId: number, contract: AuditedContract, leg?: PositionLeg): AuditedPosition {
    const name = nameOf(userId, contract.marketId, leg);
    let position = this.positions.get(name);
    if (position === undefined) {
      position = { userId, contract, leg, lots: 0, cost: 0, slack: 0, fundedRound: 0, told: undefined };
      this.positions.set(name, position);
      const own = this.byUser.get(userId);
      if (own === undefined) this.byUser.set(userId, [position]);
      else own.push(position);
    }
    return position;
  }
}
