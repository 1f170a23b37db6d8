import { type CorrectionAccount, POOLS, type Pool } from "@candor/domain/enumerations";
import type { BalanceCorrected } from "@candor/domain/events/correction-events";
import type { FundsPosted } from "@candor/domain/events/events";
import { ensure } from "./audit-error.ts";
import type { PoolAudit } from "./audit-pools.ts";

/** Balances that corrections change and that belong neither to a user nor to a pool, by asset. */
export interface CorrectedAccounts {
  readonly insurance: number[];
  /** The fees before the correction. */
  readonly feesOf: (assetId: number) => number;
}

/**
 * Checks the corrections that operators may make: two people, one posting of exactly that amount, each proposal once,
 * and no negative account of the exchange. Money behind products is never given away.
 */
export class CorrectionAudit {
  /** What corrections have taken from fees, and brought in from outside, by asset. */
  readonly fromFees: number[] = [];
  readonly fromOutside: number[] = [];
  private readonly pools: PoolAudit;
  private readonly accounts: CorrectedAccounts;
  private readonly done = new Set<number>();
  private due: BalanceCorrected | undefined;
  private seq = 0;
  count = 0;

  constructor(pools: PoolAudit, accounts: CorrectedAccounts) {
    this.pools = pools;
    this.accounts = accounts;
  }

  beginCommand(): void {
    this.due = undefined;
  }

  executed(seq: number): void {
    this.seq = seq;
  }

  corrected(event: BalanceCorrected): void {
    const { correctionId, proposalId, proposedBy, confirmedBy, amountUnits, assetId, account } = event;
    const what = `correction ${correctionId}`;
    ensure(correctionId === this.seq && this.due === undefined, `${what} of command ${this.seq}`);
    ensure(!this.done.has(proposalId), `proposal ${proposalId} was carried out twice`);
    ensure(proposedBy.toLowerCase() !== confirmedBy.toLowerCase(), `${what} by ${proposedBy} alone`);
    ensure(amountUnits !== 0 && event.reason.trim() !== "", `${what} has no amount or no reason`);
    this.done.add(proposalId);
    this.due = event;
    this.count++;
    this.move(account, assetId, amountUnits, what);
  }

  /** Checks the posting that this command's correction requires. */
  posted({ record, userId, wallet, assetId, amountUnits, refId }: FundsPosted): void {
    if (record !== "adjustment") return;
    const { due } = this;
    const isDue =
      due !== undefined &&
      due.userId === userId &&
      due.wallet === wallet &&
      due.assetId === assetId &&
      due.amountUnits === amountUnits &&
      due.correctionId === refId;
    ensure(isDue, `an adjustment of ${amountUnits} for ${refId} that no correction requires`);
    this.due = undefined;
  }

  endCommand(): void {
    ensure(this.due === undefined, `no adjustment was posted for ${this.due?.correctionId}`);
  }

  private move(account: CorrectionAccount, assetId: number, amountUnits: number, what: string): void {
    if (account === "outside-world") {
      this.fromOutside[assetId] = (this.fromOutside[assetId] ?? 0) + amountUnits;
      return;
    }
    if (isPool(account)) {
      ensure(amountUnits < 0, `${what} takes ${amountUnits} from ${account}`);
      this.pools.move(account, assetId, 0 - amountUnits);
      return;
    }
    const { insurance, feesOf } = this.accounts;
    const held = account === "insurance" ? (insurance[assetId] ?? 0) : feesOf(assetId);
    ensure(held - amountUnits >= 0, `${what} takes ${amountUnits} from ${account}, which has ${held}`);
    if (account === "insurance") insurance[assetId] = held - amountUnits;
    else this.fromFees[assetId] = (this.fromFees[assetId] ?? 0) + amountUnits;
  }
}

function isPool(account: CorrectionAccount): account is Pool {
  return (POOLS as readonly string[]).includes(account);
}
