import type { FundingSettled, MarkChanged } from "@candor/domain/events/contract-events";
import type { ExchangeEvent, OrderChanged, TradeMade } from "@candor/domain/events/events";
import { RULES } from "@candor/domain/rules";
import { RULES_SETTING, type RulesSetting } from "@candor/domain/setting-names";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import { ensure } from "./audit-error.ts";
import { MarkedBook } from "./marked-book.ts";
import { decimal } from "./perpetual-oracle/fraction.ts";

const PPM = 1_000_000n;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const WINDOW_MS = 30_000;
/** With fewer samples in the window, only the index determines the mark. */
const FEWEST_SAMPLES = 10n;
const INSURANCE_FUND = 0;

/** The inputs of a contract's mark: the terms of its listing, its book and its samples. */
class AuditedMark {
  readonly boundPpm: bigint;
  readonly impactUnits: bigint;
  readonly tickE8: bigint;
  readonly book: MarkedBook;
  basis: { readonly atMs: number; readonly e8: bigint }[] = [];
  volume: { readonly atMs: number; readonly lots: bigint; readonly units: bigint }[] = [];
  newLots = 0n;
  newUnits = 0n;
  nextSampleMs = 0;
  nextPremiumMs = 0;
  premiums: number[] = [];

  constructor(spec: ContractSpec, quoteScale: number) {
    const whole = (text: string, scale: number): bigint => {
      const { numerator, denominator } = decimal(text);
      return (numerator * 10n ** BigInt(scale)) / denominator;
    };
    const [tier] = spec.brackets;
    const widest = (BigInt(tier?.maintenancePpm ?? 0) * 2n) / 5n;
    this.boundPpm = BigInt(spec.markBoundPpm ?? (widest < 10_000n ? widest : 10_000n));
    const least = whole(spec.minNotional, quoteScale);
    const wanted =
      spec.impactNotional === undefined
        ? whole(tier?.notionalCap ?? "0", quoteScale) / 5n
        : whole(spec.impactNotional, quoteScale);
    this.impactUnits = [1n, least, wanted].reduce((most, units) => (units > most ? units : most));
    this.tickE8 = whole(spec.tick, 8);
    const [tick, lot] = [decimal(spec.tick), decimal(spec.lot)];
    const factor =
      (tick.numerator * lot.numerator * 10n ** BigInt(quoteScale)) / (tick.denominator * lot.denominator);
    this.book = new MarkedBook(this.tickE8, factor);
  }

  get hasDepth(): boolean {
    return BigInt(this.basis.length) >= FEWEST_SAMPLES;
  }

  get meanBasis(): bigint {
    return this.basis.reduce((sum, { e8 }) => sum + e8, 0n) / BigInt(Math.max(1, this.basis.length));
  }

  /** Clamps a term to the bound, in whole ticks toward the index. */
  bounded(termE8: bigint, indexE8: bigint): bigint {
    const reach = (indexE8 * this.boundPpm) / PPM;
    const { tickE8 } = this;
    if (termE8 > indexE8) {
      const most = ((indexE8 + reach) / tickE8) * tickE8;
      const highest = most > indexE8 ? most : indexE8;
      return termE8 < highest ? termE8 : highest;
    }
    const least = ((indexE8 - reach + tickE8 - 1n) / tickE8) * tickE8;
    const lowest = least < indexE8 ? least : indexE8;
    return termE8 > lowest ? termE8 : lowest;
  }
}

/**
 * Recomputes basis and last term of every mark, and every premium sample, from order and trade events. It is
 * self-contained and shares no code with the core. It skips marks from before rules 3.
 */
export class MarkAudit {
  private readonly contracts = new Map<number, AuditedMark>();
  private readonly quoteScales = new Map<string, number>();
  rules = 0;
  private nowMs = 0;
  /** Trades of the current command. Forced closes do not set a last price and are known only at its end. */
  private readonly trades: TradeMade[] = [];
  private readonly forcedOrders = new Set<number>();
  marks = 0;
  /** Number of marks with a term off the index, to show that there was something to check. */
  moved = 0;

  command(events: readonly ExchangeEvent[]): void {
    events.forEach((event, at) => {
      this.apply(event, events[at + 1]);
    });
    for (const { marketId, quantityLots, quoteUnits, takerOrderId, takerUserId } of this.trades) {
      const contract = this.contracts.get(marketId);
      if (contract === undefined || takerUserId === INSURANCE_FUND || this.forcedOrders.has(takerOrderId))
        continue;
      contract.newLots += BigInt(quantityLots);
      contract.newUnits += BigInt(quoteUnits);
    }
    this.trades.length = 0;
    this.forcedOrders.clear();
  }

  /** `next` is the command's following event. */
  private apply(event: ExchangeEvent, next: ExchangeEvent | undefined): void {
    switch (event.kind) {
      case "executed":
        this.nowMs = event.timeMs;
        return;
      case "setting-changed":
        if (event.setting === RULES_SETTING) this.adopt((event.value as unknown as RulesSetting).version);
        return;
      case "asset-listed":
        this.quoteScales.set(event.asset.symbol, event.asset.scale);
        return;
      case "contract-listed":
        this.contracts.set(
          event.marketId,
          new AuditedMark(event.contract, this.quoteScales.get(event.contract.quote) ?? 0),
        );
        return;
      case "order-changed":
        return this.order(event);
      case "trade-made":
        this.trades.push(event);
        return;
      case "liquidation-step":
        this.forcedOrders.add(event.orderId);
        return;
      case "mark-changed":
        // A contract's first funding may set its first mark, before that instant is sampled.
        return this.mark(event, next?.kind === "funding-settled" && next.marketId === event.marketId);
      case "funding-settled":
        return this.settled(event);
      default:
        return;
    }
  }

  /** Rules 3 drop the samples of older rules. */
  private adopt(version: number): void {
    if (this.rules < RULES.boundedMark && version >= RULES.boundedMark)
      for (const contract of this.contracts.values()) {
        contract.basis = [];
        contract.premiums = [];
        contract.newLots = 0n;
        contract.newUnits = 0n;
      }
    this.rules = version;
  }

  private order(order: OrderChanged): void {
    this.contracts.get(order.marketId)?.book.order(order);
  }

  private mark(event: MarkChanged, isOfFunding: boolean): void {
    const contract = this.contracts.get(event.marketId);
    if (contract === undefined || this.rules < RULES.boundedMark) return;
    const indexE8 = BigInt(event.indexE8);
    if (!isOfFunding && this.nowMs >= contract.nextSampleMs) this.sample(contract, indexE8);
    const what = `mark of market ${event.marketId} at ${this.nowMs}`;
    const basis = contract.hasDepth ? contract.bounded(indexE8 + contract.meanBasis, indexE8) : indexE8;
    ensure(
      BigInt(event.basisTermE8) === basis,
      `${what}: a basis term of ${event.basisTermE8}, not ${basis}`,
    );
    const last = lastTerm(contract, indexE8);
    ensure(BigInt(event.lastTermE8) === last, `${what}: a last term of ${event.lastTermE8}, not ${last}`);
    const funding = BigInt(event.fundingTermE8);
    ensure(contract.bounded(funding, indexE8) === funding, `${what}: a funding term of ${funding}`);
    this.marks++;
    if (basis !== indexE8 || last !== indexE8) this.moved++;
  }

  private sample(contract: AuditedMark, indexE8: bigint): void {
    const { nowMs } = this;
    const isRecent = ({ atMs }: { readonly atMs: number }): boolean => atMs > nowMs - WINDOW_MS;
    contract.basis = contract.basis.filter(isRecent);
    contract.volume = contract.volume.filter(isRecent);
    if (contract.newLots > 0n)
      contract.volume.push({ atMs: nowMs, lots: contract.newLots, units: contract.newUnits });
    contract.newLots = 0n;
    contract.newUnits = 0n;
    const mid = contract.book.impactMidE8(contract.impactUnits);
    const reach = (indexE8 * contract.boundPpm) / PPM;
    if (mid !== undefined) contract.basis.push({ atMs: nowMs, e8: within(mid - indexE8, reach) });
    contract.nextSampleMs = (Math.floor(nowMs / SECOND_MS) + 1) * SECOND_MS;
    if (nowMs < contract.nextPremiumMs) return;
    const mean = contract.hasDepth ? contract.meanBasis : 0n;
    contract.premiums.push(Number(within((mean * PPM) / indexE8, contract.boundPpm)));
    contract.nextPremiumMs = (Math.floor(nowMs / MINUTE_MS) + 1) * MINUTE_MS;
  }

  private settled(event: FundingSettled): void {
    const contract = this.contracts.get(event.marketId);
    if (contract === undefined || this.rules < RULES.boundedMark) return;
    const found = contract.premiums.join();
    ensure(
      event.samplesPpm.join() === found,
      `premiums of round ${event.round}: ${event.samplesPpm.join()}, not ${found}`,
    );
    contract.premiums = [];
  }
}

/** Average price of the window's trades, if they total the impact notional and the book had depth; else the index. */
function lastTerm(contract: AuditedMark, indexE8: bigint): bigint {
  const lots = contract.volume.reduce((sum, each) => sum + each.lots, 0n);
  const units = contract.volume.reduce((sum, each) => sum + each.units, 0n);
  if (!contract.hasDepth || units < contract.impactUnits) return indexE8;
  return contract.bounded(contract.book.averageE8(lots, units), indexE8);
}

const within = (value: bigint, bound: bigint): bigint =>
  value > bound ? bound : value < -bound ? -bound : value;
