import type { PositionLeg } from "@candor/domain/enumerations";
import {
  type FundingClosed,
  type FundingPaid,
  type FundingSettled,
  INSURANCE_FUND_USER_ID,
  type LiquidationStep,
  type MarkChanged,
  type PositionChanged,
} from "@candor/domain/events/contract-events";
import type { FundsPosted, TradeMade } from "@candor/domain/events/events";
import { RULES } from "@candor/domain/rules";
import type { FrozenChange } from "./audit-accounts.ts";
import { ensure } from "./audit-error.ts";
import type { AuditMarket } from "./audit-market.ts";

type Leg = PositionLeg | undefined;

/** The position of a user or of the insurance fund, as recomputed from trades, takeovers and deleveraging. */
interface AuditedPosition {
  readonly userId: number;
  readonly market: AuditMarket;
  /** In hedge mode. */
  readonly leg: PositionLeg | undefined;
  lots: number;
  cost: number;
  /** As emitted: margin and order margin. */
  frozen: number;
  lastRound: number;
}

/**
 * Recomputes positions, their costs, funding and the exchange's own contract accounts from the events, sharing no code
 * with the core. Long equals short after every command, the clearing account holds the sum of all sides × cost with the
 * opposite sign, and payers and receivers of a funding differ only by rounding.
 */
export class ContractAudit {
  private readonly positions = new Map<string, AuditedPosition>();
  private readonly changed = new Set<AuditedPosition>();
  private readonly told = new Set<AuditedPosition>();
  private hasChanged = false;
  private lastTrade: TradeMade | undefined = undefined;
  private readonly marks = new Map<number, MarkChanged>();
  private readonly rounds = new Map<number, FundingSettled>();
  private readonly pools = new Map<number, number>();
  /** By asset. */
  readonly insurance: number[] = [];
  readonly rounding: number[] = [];
  readonly feesSpent: number[] = [];
  liquidations = 0;
  deleverages = 0;
  /** Number of takeovers by the insurance fund. */
  takeovers = 0;
  fundings = 0;
  /** Number of funding payments charged to a position's profit. */
  charges = 0;

  beginCommand(): void {
    this.hasChanged = false;
    this.changed.clear();
    this.told.clear();
  }

  /** @param legs those of the maker's and of the taker's order */
  trade(trade: TradeMade, market: AuditMarket, legs: readonly [Leg, Leg]): void {
    const { quantityLots, quoteUnits } = trade;
    const signed = trade.takerSide === "buy" ? quantityLots : 0 - quantityLots;
    const maker = this.position(trade.makerUserId, market, legs[0]);
    const taker = this.position(trade.takerUserId, market, legs[1]);
    this.move(maker, 0 - signed, quoteUnits);
    this.move(taker, signed, quoteUnits);
    ensure(maker.lots === trade.makerBaseAfter, `trade ${trade.tradeId}: the maker's position`);
    ensure(taker.lots === trade.takerBaseAfter, `trade ${trade.tradeId}: the taker's position`);
    this.lastTrade = trade;
  }

  /** A trade's fund records end with the wallet totals in the trade event: the fee is the last record of each side. */
  posted({ record, refId, userId, afterUnits }: FundsPosted): void {
    const trade = this.lastTrade;
    if (trade?.tradeId !== refId || (record !== "trade-fee" && record !== "realized-profit")) return;
    const isMaker = userId === trade.makerUserId;
    const told = isMaker ? trade.makerQuoteAfter : trade.takerQuoteAfter;
    const fee = isMaker ? trade.makerFeeUnits : trade.takerFeeUnits;
    const after = record === "trade-fee" ? told : told + fee;
    ensure(afterUnits === after, `trade ${refId}: the wallet of ${userId} is ${afterUnits}, not ${after}`);
  }

  mark(event: MarkChanged): void {
    const terms = [event.fundingTermE8, event.basisTermE8, event.lastTermE8].sort((a, b) => a - b);
    this.marks.set(event.marketId, event);
    ensure(terms[1] !== undefined && event.markTicks > 0, `mark of market ${event.marketId}`);
  }

  settled(event: FundingSettled): void {
    const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value));
    const sum = event.samplesPpm.reduce((total, sample) => total + sample, 0);
    const mean = event.samplesPpm.length === 0 ? 0 : Math.trunc(sum / event.samplesPpm.length) + 0;
    const rate = clamp(mean + clamp(event.interestPpm - mean, 500), event.capPpm);
    ensure(mean === event.premiumPpm && rate === event.ratePpm, `funding rate of market ${event.marketId}`);
    const before = this.rounds.get(event.marketId)?.round ?? 0;
    ensure(event.round === before + 1, `round ${event.round} of market ${event.marketId}`);
    ensure((this.pools.get(event.marketId) ?? 0) === 0, `a round started before the last one ended`);
    this.rounds.set(event.marketId, event);
  }

  paid(event: FundingPaid, market: AuditMarket, rules: number): void {
    const position = this.openPosition(event.userId, market, event.lots > 0 ? "long" : "short");
    const round = this.rounds.get(event.marketId);
    ensure(round?.round === event.round && position.lastRound < event.round, `funding paid twice`);
    position.lastRound = event.round;
    ensure(position.lots === event.lots, `funding ${event.fundingId}: its lots`);
    const value =
      BigInt(Math.abs(event.lots)) * BigInt(event.markTicks) * BigInt(market.scale.quoteUnitsPerTickLot);
    const product = value * BigInt(Math.abs(event.ratePpm));
    const pays = event.lots > 0 === event.ratePpm > 0;
    const due = pays ? 0 - Number((product + 999_999n) / 1_000_000n) : Number(product / 1_000_000n);
    ensure(
      event.amountUnits === due + event.missingUnits,
      `funding ${event.fundingId}: ${event.amountUnits}, not ${due}`,
    );
    ensure(
      event.missingUnits === 0 || (event.amountUnits <= 0 && event.missingUnits > 0),
      `funding ${event.fundingId}`,
    );
    this.pools.set(event.marketId, (this.pools.get(event.marketId) ?? 0) - event.amountUnits);
    if (event.userId === INSURANCE_FUND_USER_ID) this.addToFund(market, event.amountUnits);
    else if (event.missingUnits > 0 && rules >= RULES.boundedMark) this.charge(position, event.missingUnits);
    this.fundings++;
  }

  /** Since rules 3 a payer's profit at the index covers missing money, by a worse cost. */
  private charge(position: AuditedPosition, missingUnits: number): void {
    const { market, lots, cost } = position;
    const size = BigInt(Math.abs(lots)) * BigInt(market.scale.quoteUnitsPerTickLot) * BigInt(market.indexE8);
    const tickE8 = BigInt(market.scale.tickE8);
    const value = Number(lots > 0 ? size / tickE8 : (size + tickE8 - 1n) / tickE8);
    const profit = lots > 0 ? value - cost : cost - value;
    const units = Math.min(missingUnits, Math.max(0, profit));
    position.cost += lots > 0 ? units : 0 - units;
    this.pools.set(market.id, (this.pools.get(market.id) ?? 0) + units);
    this.changed.add(position);
    this.charges++;
  }

  closed(event: FundingClosed, market: AuditMarket, feesUnits: number): void {
    const { quoteAsset: asset } = market;
    ensure(
      event.remainderUnits === (this.pools.get(event.marketId) ?? 0),
      `remainder of round ${event.round}`,
    );
    this.pools.set(event.marketId, 0);
    let missing = Math.max(0, 0 - event.remainderUnits);
    const fromFund = Math.min(missing, this.insurance[asset] ?? 0);
    missing -= fromFund;
    const fromFees = Math.min(missing, feesUnits);
    missing -= fromFees;
    this.insurance[asset] = (this.insurance[asset] ?? 0) - fromFund;
    this.feesSpent[asset] = (this.feesSpent[asset] ?? 0) + fromFees;
    const rest = event.remainderUnits > 0 ? event.remainderUnits : 0 - missing;
    this.rounding[asset] = (this.rounding[asset] ?? 0) + rest;
  }

  step(event: LiquidationStep, market: AuditMarket): void {
    const what = `liquidation ${event.liquidationId} (${event.method})`;
    ensure(event.maintenanceUnits > event.equityUnits, `${what} without need`);
    this.addToFund(market, event.feeUnits - event.lossUnits);
    this.liquidations++;
    const isTakeover = event.method === "insurance-fund" && event.orderId === 0;
    if (isTakeover || event.method === "adl") {
      const position = this.position(event.userId, market, event.leg);
      ensure(position.lots === event.lots && event.closedLots > 0, `${what}: its lots`);
      const signed = event.lots > 0 ? 0 - event.closedLots : event.closedLots;
      const otherId = isTakeover ? INSURANCE_FUND_USER_ID : event.counterpartyUserId;
      this.move(position, signed, event.closedQuoteUnits);
      const otherSide = event.lots > 0 ? "short" : "long";
      const other = isTakeover
        ? this.position(otherId, market)
        : this.openPosition(otherId, market, otherSide);
      ensure(other.userId !== position.userId, `${what}: the user takes over their own position`);
      this.move(other, 0 - signed, event.closedQuoteUnits);
      if (isTakeover) this.takeovers++;
      else this.deleverages++;
    }
    const fund = this.insurance[market.quoteAsset] ?? 0;
    ensure(
      event.fundUnits === fund && fund >= 0,
      `${what}: the fund has ${event.fundUnits}, expected ${fund}`,
    );
    const held = this.position(INSURANCE_FUND_USER_ID, market);
    ensure(
      held.lots === event.fundLots && held.cost === event.fundEntryCostUnits,
      `${what}: the fund reported ${event.fundLots} for ${event.fundEntryCostUnits}, found ${held.lots} for ${held.cost}`,
    );
  }

  private addToFund({ quoteAsset }: AuditMarket, units: number): void {
    this.insurance[quoteAsset] = (this.insurance[quoteAsset] ?? 0) + units;
  }

  /** @returns the change of the frozen amount */
  change(event: PositionChanged, market: AuditMarket): FrozenChange {
    const position = this.position(event.userId, market, event.leg);
    const who = `position of user ${event.userId} in market ${event.marketId}`;
    ensure(!this.told.has(position), `${who} told twice`);
    this.told.add(position);
    ensure(
      event.lots === position.lots && event.entryCostUnits === position.cost,
      `${who}: emitted ${event.lots} for ${event.entryCostUnits}, found ${position.lots} for ${position.cost}`,
    );
    ensure(event.marginUnits >= 0 && event.orderMarginUnits >= 0, `${who}: negative margin`);
    ensure(
      event.lots !== 0 || (event.marginUnits === 0 && event.entryCostUnits === 0),
      `${who}: closed but still has margin`,
    );
    const before = position.frozen;
    position.frozen = event.marginUnits + event.orderMarginUnits;
    return { userId: event.userId, assetId: market.quoteAsset, units: position.frozen - before };
  }

  endCommand(): void {
    for (const position of this.changed)
      ensure(this.told.has(position), `a position of user ${position.userId} changed but was not emitted`);
    const sums = new Map<AuditMarket, number>();
    if (!this.hasChanged) return;
    for (const { market, lots } of this.positions.values()) sums.set(market, (sums.get(market) ?? 0) + lots);
    for (const [market, sum] of sums) ensure(sum === 0, `positions of ${market.spec.symbol} sum to ${sum}`);
  }

  /** The sum of all sides × cost of an asset's contracts, with the opposite sign. */
  clearing(assetId: number): number {
    let sum = 0;
    for (const { market, lots, cost } of this.positions.values())
      if (market.quoteAsset === assetId) sum += lots > 0 ? cost : 0 - cost;
    return 0 - sum;
  }

  /** What rounds in progress have collected and not yet paid. */
  pool(assetId: number, markets: readonly AuditMarket[]): number {
    let sum = 0;
    for (const [marketId, units] of this.pools) if (markets[marketId]?.quoteAsset === assetId) sum += units;
    return sum;
  }

  /** `lots` is signed: positive for bought. */
  private move(position: AuditedPosition, lots: number, units: number): void {
    const size = Math.abs(position.lots);
    const isOpposite = position.lots !== 0 && position.lots > 0 !== lots > 0;
    const closed = isOpposite ? Math.min(Math.abs(lots), size) : 0;
    const closedUnits =
      closed === Math.abs(lots) ? units : Number((BigInt(units) * BigInt(closed)) / BigInt(Math.abs(lots)));
    const closedCost = closed === 0 ? 0 : Number((BigInt(position.cost) * BigInt(closed)) / BigInt(size));
    if (position.userId === INSURANCE_FUND_USER_ID) {
      this.addToFund(
        position.market,
        position.lots > 0 ? closedUnits - closedCost : closedCost - closedUnits,
      );
    } else {
      this.changed.add(position);
    }
    this.hasChanged = true;
    position.cost += units - closedUnits - closedCost;
    position.lots += lots;
    this.ensureLeg(position);
  }

  /** Positions of hedge mode never flip, and exist only without one of one-way mode. */
  private ensureLeg({ userId, market, leg, lots }: AuditedPosition): void {
    if (leg === undefined) return;
    const who = `the ${leg} position of user ${userId} in market ${market.id}`;
    ensure(leg === "long" ? lots >= 0 : lots <= 0, `${who} has ${lots} lots`);
    ensure(lots === 0 || this.position(userId, market).lots === 0, `${who} exists in one-way mode`);
  }

  /** The user's open position on a side. */
  private openPosition(userId: number, market: AuditMarket, side: PositionLeg): AuditedPosition {
    const single = this.position(userId, market);
    return single.lots === 0 && userId !== INSURANCE_FUND_USER_ID
      ? this.position(userId, market, side)
      : single;
  }

  private position(userId: number, market: AuditMarket, leg?: Leg): AuditedPosition {
    const name = `${market.id}/${userId}/${leg ?? ""}`;
    let position = this.positions.get(name);
    if (position === undefined) {
      const lastRound = this.rounds.get(market.id)?.round ?? 0;
      position = { userId, market, leg, lots: 0, cost: 0, frozen: 0, lastRound };
      this.positions.set(name, position);
    }
    return position;
  }
}
