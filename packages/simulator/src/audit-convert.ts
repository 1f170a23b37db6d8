import type { Converted } from "@candor/domain/events/convert-events";
import type { FundsPosted } from "@candor/domain/events/events";
import { ensure } from "./audit-error.ts";

/**
 * Checks the postings of conversions: money only moves between a user's own wallets, and main changes by exactly what
 * was paid and received. The trades themselves are audited elsewhere.
 */
export class ConvertAudit {
  /** Sums of the current command's postings by user and asset: all of them, and those in main. */
  private readonly sums = new Map<string, number>();
  private readonly inMain = new Map<string, number>();
  private told: Converted | undefined;

  beginCommand(): void {
    this.sums.clear();
    this.inMain.clear();
    this.told = undefined;
  }

  posted({ record, userId, assetId, amountUnits, wallet }: FundsPosted): void {
    if (record !== "convert") return;
    const name = `${userId}/${assetId}`;
    this.sums.set(name, (this.sums.get(name) ?? 0) + amountUnits);
    if (wallet === "main") this.inMain.set(name, (this.inMain.get(name) ?? 0) + amountUnits);
  }

  converted(event: Converted): void {
    ensure(
      this.told === undefined && event.paidUnits > 0 && event.receivedUnits > 0,
      "a conversion of nothing",
    );
    this.told = event;
  }

  endCommand(): void {
    for (const [name, sum] of this.sums) ensure(sum === 0, `conversion postings of ${name} sum to ${sum}`);
    if (this.told === undefined)
      return ensure(this.sums.size === 0, "conversion postings without a conversion");
    const { userId, fromAssetId, toAssetId, paidUnits, receivedUnits, wallet } = this.told;
    if (wallet !== "main")
      return ensure(this.sums.size === 0, "conversion within the spot wallet must not post");
    const paid = this.inMain.get(`${userId}/${fromAssetId}`) ?? 0;
    const received = this.inMain.get(`${userId}/${toAssetId}`) ?? 0;
    ensure(paid === 0 - paidUnits && received === receivedUnits, `conversion of user ${userId}`);
  }
}
