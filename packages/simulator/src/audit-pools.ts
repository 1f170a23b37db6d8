import { POOLS, type Pool } from "@candor/domain/enumerations";
import type { PoolEndowed } from "@candor/domain/events/events";
import { ensure } from "./audit-error.ts";

/** The balances of the pools behind products: play money from the treasury, and what products move in and out. */
export class PoolAudit {
  private readonly held = new Map<string, number>();
  private readonly endowed = new Map<string, number>();
  private readonly insurance: number[];

  /** @param insurance the insurance fund's balance by asset, shared with other audits */
  constructor(insurance: number[]) {
    this.insurance = insurance;
  }

  /** @returns the amount that the treasury issued by this */
  endow(event: PoolEndowed): number {
    const name = `${event.pool}/${event.assetId}`;
    const total = (this.endowed.get(name) ?? 0) + event.amountUnits;
    ensure(event.amountUnits > 0 && event.totalUnits === total, `an endowment of ${name}`);
    this.endowed.set(name, total);
    if (event.pool === "insurance")
      this.insurance[event.assetId] = (this.insurance[event.assetId] ?? 0) + event.amountUnits;
    else this.move(event.pool, event.assetId, event.amountUnits);
    return event.amountUnits;
  }

  /** Adds a product's payment to a pool; negative for a withdrawal. */
  move(pool: Pool, assetId: number, units: number): void {
    const name = `${pool}/${assetId}`;
    const held = this.of(pool, assetId) + units;
    ensure(Number.isSafeInteger(held) && held >= 0, `${name} of ${held}`);
    this.held.set(name, held);
  }

  of(pool: Pool, assetId: number): number {
    return this.held.get(`${pool}/${assetId}`) ?? 0;
  }

  compare(balanceOf: (pool: Pool, assetId: number) => number, assetId: number): void {
    for (const pool of POOLS) {
      const found = balanceOf(pool, assetId);
      ensure(found === this.of(pool, assetId), `${pool} of asset ${assetId}: ${found}`);
    }
  }
}
