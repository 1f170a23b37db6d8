import type { AccountView, LeverAccountView } from "@candor/domain/engine-port";
import type { LeverSpec } from "@candor/domain/specs/lever-listing";
import { formatDecimal } from "@candor/money/decimal";
import type { WireLeverAccount, WireLeverLiquidation, WireLoan } from "@candor/wire/lever-objects";
import type { LeverLiquidationRecord, LoanRecord } from "../../records/projections/queries/lever.ts";
import type { ListedMarket, Listings } from "../market-data/listings.ts";
import { formatRate } from "../market-data/market-format.ts";

const LEVEL_DECIMALS = 4;

/** Returns the user's margin account of a market, or `undefined` if they never had one. */
export function leverIn(view: AccountView, marketId: number): LeverAccountView | undefined {
  return view.levers?.find((account) => account.marketId === marketId);
}

/** Formats a margin account; one that was never opened is empty. */
export function toWireLeverAccount(
  account: LeverAccountView | undefined,
  market: ListedMarket,
  spec: LeverSpec,
): WireLeverAccount {
  const { base, quote, format } = market;
  const write = (units: number | undefined, scale: number): string => formatDecimal(units ?? 0, scale);
  const inBase = (units: number | undefined): string => write(units, base.spec.scale);
  const inQuote = (units: number | undefined): string => write(units, quote.spec.scale);
  const level = account?.levelE4 ?? -1;
  return {
    symbol: market.spec.symbol,
    status: account?.status ?? "normal",
    base: {
      asset: base.spec.symbol,
      available: inBase(account?.baseAvailableUnits),
      frozen: inBase(account?.baseFrozenUnits),
      debt: inBase(account?.baseDebtUnits),
      interest: inBase(account?.baseInterestUnits),
      borrowable: inBase(account?.base.borrowableUnits),
      maxTransferOut: inBase(account?.base.maxTransferOutUnits),
    },
    quote: {
      asset: quote.spec.symbol,
      available: inQuote(account?.quoteAvailableUnits),
      frozen: inQuote(account?.quoteFrozenUnits),
      debt: inQuote(account?.quoteDebtUnits),
      interest: inQuote(account?.quoteInterestUnits),
      borrowable: inQuote(account?.quote.borrowableUnits),
      maxTransferOut: inQuote(account?.quote.maxTransferOutUnits),
    },
    hourlyRate: { base: formatRate(spec.baseHourlyPpm), quote: formatRate(spec.quoteHourlyPpm) },
    marginLevel: level < 0 ? null : formatDecimal(level, LEVEL_DECIMALS),
    liquidationPrice: format.priceOrNull(account?.liquidationTicks ?? 0),
  };
}

export function toWireLoan(loan: LoanRecord, listings: Listings): WireLoan {
  const { spec } = listings.asset(loan.assetId);
  return {
    loanId: String(loan.loanId),
    symbol: listings.market(loan.marketId).spec.symbol,
    asset: spec.symbol,
    amount: formatDecimal(loan.amountUnits, spec.scale),
    interest: formatDecimal(loan.interestUnits, spec.scale),
    rate: formatRate(loan.hourlyPpm),
    kind: loan.loanKind,
    timeMs: loan.timeMs,
    seq: loan.seq,
  };
}

/** The letter distinguishes them from liquidations of contracts. */
function leverLiquidationIdOf({ liquidationId, stepId }: LeverLiquidationRecord): string {
  return `l${liquidationId}-${stepId}`;
}

export function toWireLeverLiquidation(
  step: LeverLiquidationRecord,
  market: ListedMarket,
): WireLeverLiquidation {
  const { format, spec } = market;
  const buys = step.baseOwedUnits > step.baseUnits;
  return {
    liquidationId: leverLiquidationIdOf(step),
    symbol: spec.symbol,
    side: buys ? "buy" : "sell",
    quantity: format.quantity(step.closedLots),
    markPrice: format.price(step.indexTicks),
    price: format.averagePrice(step.closedQuoteUnits, step.closedLots),
    method: step.method,
    fee: buys ? format.baseAmount(step.feeUnits) : format.quoteAmount(step.feeUnits),
    timeMs: step.timeMs,
    seq: step.seq,
  };
}
