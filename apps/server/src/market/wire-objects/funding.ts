import type { WireFundingPayment, WireFundingRound, WireLiquidation } from "@candor/wire/contract-objects";
import type { FundingPayment, FundingRound } from "../../records/projections/queries/fundings.ts";
import type { LiquidationRecord } from "../../records/projections/queries/liquidations.ts";
import type { ListedMarket } from "../market-data/listings.ts";
import { formatRate } from "../market-data/market-format.ts";

export function toWireFundingPayment(payment: FundingPayment, market: ListedMarket): WireFundingPayment {
  const { format, spec } = market;
  return {
    fundingId: String(payment.fundingId),
    symbol: spec.symbol,
    positionSide: payment.lots > 0 ? "long" : "short",
    quantity: format.quantity(Math.abs(payment.lots)),
    markPrice: format.price(payment.markTicks),
    fundingRate: formatRate(payment.ratePpm),
    amount: format.quoteAmount(payment.amountUnits),
    timeMs: payment.timeMs,
    seq: payment.seq,
  };
}

export function toWireFundingRound(round: FundingRound, market: ListedMarket): WireFundingRound {
  const { format, spec } = market;
  return {
    symbol: spec.symbol,
    fundingRate: formatRate(round.ratePpm),
    markPrice: format.price(round.markTicks),
    indexPrice: format.chartPrice(round.indexE8),
    timeMs: round.dueAtMs,
    seq: round.seq,
  };
}

/** Returns the number of a liquidation followed by the number of the step. */
function liquidationIdOf({ liquidationId, stepId }: LiquidationRecord): string {
  return `${liquidationId}-${stepId}`;
}

/** Formats a step that closed something. Only those have a method on the wire. */
export function toWireLiquidation(step: LiquidationRecord, market: ListedMarket): WireLiquidation {
  const { format, spec } = market;
  const { method } = step;
  if (method === "orders") throw new Error(`step ${step.stepId} closed nothing`);
  return {
    liquidationId: liquidationIdOf(step),
    symbol: spec.symbol,
    side: step.lots > 0 ? "long" : "short",
    quantity: format.quantity(step.closedLots),
    markPrice: format.price(step.markTicks),
    price: format.averagePrice(step.closedQuoteUnits, step.closedLots),
    method,
    fee: format.quoteAmount(step.feeUnits),
    timeMs: step.timeMs,
    seq: step.seq,
  };
}
