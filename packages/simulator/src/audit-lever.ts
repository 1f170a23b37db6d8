import type { ExchangeEvent } from "@candor/domain/events/events";
import type {
  LeverChanged,
  LeverLiquidated,
  LeverPosted,
  LoanChanged,
} from "@candor/domain/events/lever-events";
import type { LeverSpec } from "@candor/domain/specs/lever-listing";
import type { AccountAudit } from "./audit-accounts.ts";
import { ensure } from "./audit-error.ts";
import type { AuditMarket } from "./audit-market.ts";
import type { AuditedOrder } from "./audit-orders.ts";
import type { PoolAudit } from "./audit-pools.ts";
import { leverWallet } from "./lever-wallet.ts";

const HOUR = 3_600_000;
const PPM = 1_000_000n;
const MAX_TICKS = 2_000_000_000;

/** The debt in one coin of a margin account, as recomputed by the auditor. */
interface AuditedDebt {
  principal: number;
  interest: number;
  /** The next full hour it is charged for, while there is principal. */
  dueAtMs: number;
}

/**
 * Follows every loan by the events only: loans leave the pool, interest is charged by the hour and paid before
 * principal, debts equal loans, and a liquidation step states correctly what it found and who paid.
 */
export class LeverAudit {
  /** The insurance fund's balance by asset, shared with other audits. */
  private readonly insurance: number[];
  private readonly accounts: AccountAudit;
  private readonly pools: PoolAudit;
  private readonly debts = new Map<string, AuditedDebt>();
  private readonly specs = new Map<number, LeverSpec>();
  private readonly told = new Set<string>();
  private timeMs = 0;

  constructor(accounts: AccountAudit, pools: PoolAudit, insurance: number[]) {
    this.accounts = accounts;
    this.insurance = insurance;
    this.pools = pools;
  }

  beginCommand(timeMs: number): void {
    this.timeMs = timeMs;
    this.told.clear();
  }

  apply(event: ExchangeEvent, market: AuditMarket): void {
    switch (event.kind) {
      case "lever-listed":
        ensure(!market.isContract, `margin trading listed for contract market ${market.id}`);
        this.specs.set(market.id, event.lever);
        return;
      case "lever-posted":
        return this.posted(event);
      case "loan-changed":
        return this.loan(event, market);
      case "lever-liquidated":
        return this.liquidated(event, market);
      case "lever-changed":
        return this.changed(event, market);
      default:
        throw new Error(`${event.kind} is not a margin trading event`);
    }
  }

  /** Outstanding principal of an asset in one market, or in all. */
  lentOf(assetId: number, marketId?: number): number {
    let sum = 0;
    for (const [name, { principal }] of this.debts) {
      const [, market, asset] = name.split("/").map(Number);
      if (asset === assetId && (marketId === undefined || market === marketId)) sum += principal;
    }
    return sum;
  }

  /**
   * Checks that no resting order would bring its account to 1.1 if it were filled now, or for a repaying order below
   * its debt.
   */
  ensureBearable(orders: Iterable<AuditedOrder>, markets: readonly AuditMarket[]): void {
    for (const { state } of orders) {
      const market = markets[state.marketId];
      if (state.product !== "lever" || state.status === "untriggered" || market?.status !== "trading")
        continue;
      const holdings = this.holdings(state.userId, market);
      const { owed, level } = owedOf(holdings, state.side);
      if (owed === 0) continue;
      const price = BigInt(state.priceTicks) * BigInt(market.scale.quoteUnitsPerTickLot);
      const index =
        (BigInt(market.indexE8) / BigInt(market.scale.tickE8)) * (price / BigInt(state.priceTicks));
      const lot = BigInt(market.scale.lotUnits);
      const base = BigInt(holdings.baseUnits);
      const quote = BigInt(holdings.quoteUnits);
      // In quote units × lot × price, so that the bought amount need not be rounded.
      const traded =
        state.side === "buy" ? (base * price + quote * lot) * index : (base * price + quote * lot) * price;
      const debt = (BigInt(holdings.baseOwedUnits) * index + BigInt(holdings.quoteOwedUnits) * lot) * price;
      ensure(traded * 10_000n > debt * level, `resting order ${state.orderId} would ruin its account`);
    }
  }

  private holdings(userId: number, market: AuditMarket): Holdings {
    const wallet = leverWallet(market.id);
    const owed = (assetId: number): number => {
      const { principal, interest } = this.debt(userId, market.id, assetId);
      return principal + interest;
    };
    return {
      baseUnits: this.accounts.of(userId, wallet, market.baseAsset).totalUnits,
      quoteUnits: this.accounts.of(userId, wallet, market.quoteAsset).totalUnits,
      baseOwedUnits: owed(market.baseAsset),
      quoteOwedUnits: owed(market.quoteAsset),
    };
  }

  private posted({ userId, marketId, assetId, amountUnits, afterUnits, record }: LeverPosted): void {
    const wallet = leverWallet(marketId);
    this.accounts.post(userId, wallet, assetId, amountUnits);
    this.accounts.expectTotal(userId, wallet, assetId, afterUnits, `a ${record}`);
    if (record === "loan" || record === "interest" || record === "repay")
      this.pools.move("lending-pool", assetId, 0 - amountUnits);
    if (record === "liquidation") this.insurance[assetId] = (this.insurance[assetId] ?? 0) - amountUnits;
  }

  private loan(event: LoanChanged, market: AuditMarket): void {
    const { loanKind, amountUnits, interestUnits, chargedUnits, hourlyPpm, hours, assetId } = event;
    const spec = this.specs.get(market.id);
    const rate = assetId === market.baseAsset ? spec?.baseHourlyPpm : spec?.quoteHourlyPpm;
    const debt = this.debt(event.userId, market.id, assetId);
    const what = `${loanKind} ${event.loanId}`;
    ensure(rate === hourlyPpm, `${what}: its rate`);
    const hourly = Number((BigInt(chargedUnits) * BigInt(hourlyPpm) + PPM - 1n) / PPM);
    if (loanKind === "interest") {
      const passed = Math.floor((this.timeMs - debt.dueAtMs) / HOUR) + 1;
      const isWhole = hours === passed || (hours < passed && market.disputedUntilMs >= debt.dueAtMs);
      ensure(
        chargedUnits === debt.principal && amountUnits === 0 && isWhole && hours > 0,
        `${what}: charged ${hours} hours on ${chargedUnits}, expected ${passed} on ${debt.principal}`,
      );
      ensure(interestUnits === hourly * hours, `${what}: ${interestUnits}, not ${hourly * hours}`);
      debt.interest += interestUnits;
      debt.dueAtMs = (Math.floor(this.timeMs / HOUR) + 1) * HOUR;
    } else {
      const isCharged = this.timeMs < debt.dueAtMs || market.disputedUntilMs >= debt.dueAtMs;
      ensure(debt.principal === 0 || isCharged, `${what} before the due hour was charged`);
      if (loanKind === "borrow") {
        ensure(chargedUnits === amountUnits && hours === 1 && interestUnits === hourly, `${what}: interest`);
        debt.principal += amountUnits;
        debt.interest += interestUnits;
        debt.dueAtMs = (Math.floor(this.timeMs / HOUR) + 1) * HOUR;
      } else {
        ensure(
          amountUnits === 0 || interestUnits === debt.interest,
          `${what}: paid principal before interest`,
        );
        debt.principal -= amountUnits;
        debt.interest -= interestUnits;
      }
    }
    ensure(
      debt.principal === event.debtUnits && debt.interest === event.owedInterestUnits,
      `${what}: the remaining debt`,
    );
    ensure(debt.principal >= 0 && debt.interest >= 0, `${what}: paid more than the debt`);
  }

  private liquidated(event: LeverLiquidated, market: AuditMarket): void {
    const { userId, indexTicks, method } = event;
    const what = `liquidation ${event.liquidationId}`;
    const base = this.debt(userId, market.id, market.baseAsset);
    const quote = this.debt(userId, market.id, market.quoteAsset);
    ensure(event.indexE8 === market.indexE8, `${what}: its index`);
    ensure(indexTicks === Number(BigInt(market.indexE8) / BigInt(market.scale.tickE8)), `${what}: ticks`);
    ensure(isAtMost(event, market, indexTicks, 11_000n), `${what} above the liquidation level`);
    const restBase = event.baseOwedUnits - event.baseRepaidUnits;
    const restQuote = event.quoteOwedUnits - event.quoteRepaidUnits;
    ensure(
      restBase === base.principal + base.interest && restQuote === quote.principal + quote.interest,
      `${what}: the debt before it`,
    );
    if (method === "book") {
      ensure(event.baseLeftUnits === restBase && event.quoteLeftUnits === restQuote, `${what}: what is left`);
      return;
    }
    ensure(event.baseLeftUnits === 0 && event.quoteLeftUnits === 0, `${what}: something is left`);
    this.payShortfall(event, market, restBase, restQuote);
    for (const debt of [base, quote]) {
      debt.principal = 0;
      debt.interest = 0;
    }
  }

  /** The fund pays quote debts in quote, and base debts in base; missing base coins are paid by their value. */
  private payShortfall(
    event: LeverLiquidated,
    market: AuditMarket,
    restBase: number,
    restQuote: number,
  ): void {
    const what = `shortfall of liquidation ${event.liquidationId}`;
    const forBase = event.quoteFundUnits - (restQuote - event.quoteLossUnits);
    const swapped = restBase - event.baseFundUnits - event.baseLossUnits;
    ensure(forBase >= 0 && swapped >= 0, what);
    const value = BigInt(swapped) * BigInt(event.indexTicks) * BigInt(market.scale.quoteUnitsPerTickLot);
    const lot = BigInt(market.scale.lotUnits);
    const fair = Number((value + lot - 1n) / lot);
    ensure(
      event.baseLossUnits > 0 ? forBase >= fair : forBase === fair,
      `${what}: the value of the base coins`,
    );
    for (const [assetId, paid, lost] of [
      [market.baseAsset, event.baseFundUnits, event.baseLossUnits],
      [market.quoteAsset, event.quoteFundUnits, event.quoteLossUnits],
    ] as const) {
      this.insurance[assetId] = (this.insurance[assetId] ?? 0) - paid;
      this.pools.move("lending-pool", assetId, paid);
      ensure(lost >= 0, what);
    }
  }

  private changed(event: LeverChanged, market: AuditMarket): void {
    const { userId, marketId } = event;
    const name = `${userId}/${marketId}`;
    ensure(!this.told.has(name), `margin account ${name} was emitted twice`);
    this.told.add(name);
    for (const [assetId, availableUnits, frozenUnits, principal, interest] of [
      [
        market.baseAsset,
        event.baseAvailableUnits,
        event.baseFrozenUnits,
        event.baseDebtUnits,
        event.baseInterestUnits,
      ],
      [
        market.quoteAsset,
        event.quoteAvailableUnits,
        event.quoteFrozenUnits,
        event.quoteDebtUnits,
        event.quoteInterestUnits,
      ],
    ] as const) {
      this.accounts.expectTold(userId, leverWallet(marketId), assetId, availableUnits, frozenUnits);
      const debt = this.debt(userId, marketId, assetId);
      ensure(debt.principal === principal && debt.interest === interest, `debts of margin account ${name}`);
    }
    this.checkRisk(event, market, name);
  }

  private checkRisk(event: LeverChanged, market: AuditMarket, name: string): void {
    const holdings = {
      baseUnits: event.baseAvailableUnits + event.baseFrozenUnits,
      quoteUnits: event.quoteAvailableUnits + event.quoteFrozenUnits,
      baseOwedUnits: event.baseDebtUnits + event.baseInterestUnits,
      quoteOwedUnits: event.quoteDebtUnits + event.quoteInterestUnits,
    };
    const ticks = event.liquidationTicks;
    const sold = (at: number): boolean => isAtMost(holdings, market, at, 11_000n);
    const isEdge = sold(ticks) && !(sold(ticks + 1) && (ticks === 1 || sold(ticks - 1)));
    const isAlways = ticks === 1 && sold(1) && sold(MAX_TICKS);
    ensure(
      ticks === 0 ? !sold(1) && !sold(MAX_TICKS) : ticks > MAX_TICKS || isEdge || isAlways,
      `margin account ${name} was not liquidated at ${ticks}`,
    );
    const index = Number(BigInt(market.indexE8) / BigInt(market.scale.tickE8));
    if (index === 0 || event.status === "liquidating") return;
    const isCalled = isAtMost(holdings, market, index, 13_000n);
    ensure(
      isCalled === (event.status === "margin-call"),
      `margin account ${name} was emitted as ${event.status}`,
    );
  }

  private debt(userId: number, marketId: number, assetId: number): AuditedDebt {
    const name = `${userId}/${marketId}/${assetId}`;
    let debt = this.debts.get(name);
    if (debt === undefined) {
      debt = { principal: 0, interest: 0, dueAtMs: 0 };
      this.debts.set(name, debt);
    }
    return debt;
  }
}

interface Holdings {
  readonly baseUnits: number;
  readonly quoteUnits: number;
  readonly baseOwedUnits: number;
  readonly quoteOwedUnits: number;
}

/** An account's total debt, and the level that an order of this side must not bring it to. */
function owedOf(
  { baseOwedUnits, quoteOwedUnits }: Holdings,
  side: "buy" | "sell",
): { readonly owed: number; readonly level: bigint } {
  const paysBack = (side === "buy" ? quoteOwedUnits : baseOwedUnits) === 0;
  return { owed: baseOwedUnits + quoteOwedUnits, level: paysBack ? 10_000n : 11_000n };
}

/** Whether there is debt, and assets are at most `levelE4` ÷ 10,000 of it, at an index of `ticks`. */
function isAtMost(holdings: Holdings, market: AuditMarket, ticks: number, levelE4: bigint): boolean {
  const base = BigInt(ticks) * BigInt(market.scale.quoteUnitsPerTickLot);
  const quote = BigInt(market.scale.lotUnits);
  const assets = BigInt(holdings.baseUnits) * base + BigInt(holdings.quoteUnits) * quote;
  const debt = BigInt(holdings.baseOwedUnits) * base + BigInt(holdings.quoteOwedUnits) * quote;
  return debt > 0n && assets * 10_000n <= debt * levelE4;
}
