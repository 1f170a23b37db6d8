import type { LevelChanged } from "@candor/domain/events/events";
import type { MarketScale, SpotMarketSpec } from "@candor/domain/specs/listing";
import { ensure } from "./audit-error.ts";

const PPM = 1_000_000n;
const MAX_TICKS = 2_000_000_000;

/** A market as recomputed from its events: prices, and the book as the sum of its orders. */
export class AuditMarket {
  readonly id: number;
  spec: SpotMarketSpec;
  readonly scale: MarketScale;
  readonly baseAsset: number;
  readonly quoteAsset: number;
  /** Whether it is a contract, whose orders have no holds of their own. */
  readonly isContract: boolean;
  status = "cancel-only";
  indexE8 = 0;
  /** Until when it had fresh sources but no index: hours that fall due during a dispute are not charged. */
  disputedUntilMs = -1;
  lastTicks = 0;
  /** Lots of all resting orders, by price. */
  private readonly levels = { buy: new Map<number, number>(), sell: new Map<number, number>() };
  /** Levels whose sum changed in this command, and those that the exchange emitted. */
  private readonly changed = new Set<string>();
  private readonly told = new Set<string>();

  constructor(
    id: number,
    spec: SpotMarketSpec,
    scale: MarketScale,
    baseAsset: number,
    quoteAsset: number,
    isContract = false,
  ) {
    this.isContract = isContract;
    this.id = id;
    this.spec = spec;
    this.scale = scale;
    this.baseAsset = baseAsset;
    this.quoteAsset = quoteAsset;
  }

  tellIndex(priceE8: number, freshSources: number, timeMs: number): void {
    const isDisputed = priceE8 === 0 && freshSources > 0;
    if (isDisputed) this.disputedUntilMs = Number.POSITIVE_INFINITY;
    else if (this.disputedUntilMs === Number.POSITIVE_INFINITY) this.disputedUntilMs = timeMs;
    this.indexE8 = priceE8;
  }

  /** The last trade's price, or before the first trade the index in whole ticks. */
  get referenceTicks(): number {
    return this.lastTicks > 0 ? this.lastTicks : Number(BigInt(this.indexE8) / BigInt(this.scale.tickE8));
  }

  /** The protection's distance above `ticks`, rounded up. */
  fundedTicks(ticks: number): number {
    return ticks + Number((BigInt(ticks) * BigInt(this.spec.marketProtectionPpm) + PPM - 1n) / PPM);
  }

  /** Whether a market order may execute at this price: within the protection's distance of the index. */
  isProtected(side: "buy" | "sell", ticks: number): boolean {
    const price = BigInt(ticks) * BigInt(this.scale.tickE8);
    const index = BigInt(this.indexE8);
    const reach = (index * BigInt(this.spec.marketProtectionPpm)) / PPM;
    return side === "buy" ? price <= index + reach && ticks <= MAX_TICKS : price >= index - reach;
  }

  fee(amountUnits: number, ppm: number): number {
    return Number((BigInt(amountUnits) * BigInt(ppm) + PPM - 1n) / PPM);
  }

  /** Rests `lots` more at a price; negative for fewer. */
  rest(side: "buy" | "sell", ticks: number, lots: number): void {
    if (lots === 0) return;
    const levels = this.levels[side];
    const total = (levels.get(ticks) ?? 0) + lots;
    ensure(total >= 0, `level ${side} ${ticks} of ${this.spec.symbol} falls to ${total}`);
    if (total === 0) levels.delete(ticks);
    else levels.set(ticks, total);
    this.changed.add(`${side} ${ticks}`);
  }

  tellLevel(event: LevelChanged): void {
    const place = `${event.side} ${event.priceTicks}`;
    ensure(!this.told.has(place), `level ${place} was emitted twice`);
    this.told.add(place);
    const total = this.levels[event.side].get(event.priceTicks) ?? 0;
    ensure(
      event.totalLots === total,
      `level ${place} was emitted as ${event.totalLots}, its orders sum to ${total}`,
    );
  }

  /** Checks at the end of a command that every changed level was emitted, and that the book is not crossed. */
  endCommand(): void {
    if (this.changed.size === 0 && this.told.size === 0) return;
    for (const place of this.changed)
      ensure(this.told.has(place), `level ${place} changed but was not emitted`);
    this.changed.clear();
    this.told.clear();
    let bid = 0;
    for (const ticks of this.levels.buy.keys()) bid = Math.max(bid, ticks);
    for (const ticks of this.levels.sell.keys())
      ensure(ticks > bid, `${this.spec.symbol} is crossed: ask ${ticks}, bid ${bid}`);
  }

  /** [ticks, lots] of a side, best first. */
  depth(side: "buy" | "sell"): (readonly [number, number])[] {
    const rows = [...this.levels[side]];
    return rows.sort(([a], [b]) => (side === "buy" ? b - a : a - b));
  }
}
