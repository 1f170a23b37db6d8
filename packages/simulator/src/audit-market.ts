import type { LevelChanged } from "@candor/domain/events/events";
import type { MarketScale, SpotMarketSpec } from "@candor/domain/specs/listing";
import { ensure } from "./audit-error.ts";

const PPM = 1_000_000n;
const MAX_TICKS = 2_000_000_000;

/** What the auditor knows of a market from its events: prices, and the book as summed up from the orders. */
export class AuditMarket {
  readonly id: number;
  spec: SpotMarketSpec;
  readonly scale: MarketScale;
  readonly baseAsset: number;
  readonly quoteAsset: number;
  /** Of a contract, whose orders hold nothing by themselves. */
  readonly isContract: boolean;
  status = "cancel-only";
  indexE8 = 0;
  /** Until when it had fresh sources and no index: hours that fall due while they disagree are not charged. */
  disputedUntilMs = -1;
  lastTicks = 0;
  /** Lots by price, of all orders that rest. */
  private readonly levels = { buy: new Map<number, number>(), sell: new Map<number, number>() };
  /** Levels whose sum changed in this command, and those that the exchange told. */
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

  /** The last trade's price, before the first the index in whole ticks. */
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

  /** `lots` more rest at a price; negative: fewer. */
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
    ensure(!this.told.has(place), `level ${place} told twice`);
    this.told.add(place);
    const total = this.levels[event.side].get(event.priceTicks) ?? 0;
    ensure(
      event.totalLots === total,
      `level ${place} is told as ${event.totalLots}, its orders sum to ${total}`,
    );
  }

  /** At the end of a command: every level that changed was told, and the book is not crossed. */
  endCommand(): void {
    if (this.changed.size === 0 && this.told.size === 0) return;
    for (const place of this.changed) ensure(this.told.has(place), `level ${place} changed and was not told`);
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
