import { POOLS, type Pool } from "@candor/domain/enumerations";
import type { PoolEndowed } from "@candor/domain/events/events";
import { ensure } from "./audit-error.ts";

/** What the pools behind products hold: play money that the treasury gave, and what products move in and out. */
export class PoolAudit {
  private readonly held = new Map<string, number>();
  private readonly endowed = new Map<string, number>();
  private readonly insurance: number[];

  /** @param insurance what the insurance fund has, by asset, which others count too */
  constructor(insurance: number[]) {
    this.insurance = insurance;
  }

  /** @returns what the treasury has issued by this */
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

  /** What a product brings a pool, or below zero takes out of it. */
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
