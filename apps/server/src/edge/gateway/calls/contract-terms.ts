import type { CallReply } from "@candor/wire/calls";
import type { WireBracket } from "@candor/wire/contract-objects";
import { type Outcome, Rejected, rejectFields } from "@candor/wire/rejection";
import { contractOf, type ListedMarket } from "../../../market/market-data/listings.ts";
import { formatRate } from "../../../market/market-data/market-format.ts";
import { toWireFundingPayment, toWireFundingRound } from "../../../market/wire-objects/funding.ts";
import { BAD_CURSOR } from "../../../records/projections/queries/cursor.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { readMarket } from "./find-market.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";

const badCursor = () => rejectFields("trade.invalidParameters", { path: "cursor", reason: "conflict" });
const SECOND_MS = 1_000;

/** Returns tiers, fees and funding terms of the contracts. */
export function contractBrackets({
  announcedFunding,
  listings,
}: Ports<"announcedFunding" | "listings">): CallHandler<"contractBrackets"> {
  return (request): CallReply<"contractBrackets"> => ({
    list: listings.contracts
      .filter(({ spec }) => request.symbol === undefined || spec.symbol === request.symbol)
      .map((market) => {
        const { scale, spec } = contractOf(market);
        const next = announcedFunding(market);
        return {
          symbol: spec.symbol,
          brackets: wireBrackets(market),
          fundingIntervalSeconds: Math.round(spec.fundingIntervalMs / SECOND_MS),
          fundingCapRate: formatRate(spec.fundingCapPpm),
          interestRate: formatRate(spec.interestPpm),
          announced: next && {
            fundingCapRate: formatRate(next.fundingCapPpm),
            interestRate: formatRate(next.interestPpm),
            fromMs: next.fromMs,
          },
          makerFeeRate: formatRate(spec.makerFeePpm),
          takerFeeRate: formatRate(spec.takerFeePpm),
          liquidationFeeRate: formatRate(spec.liquidationFeePpm),
          markBoundRate: formatRate(scale.markBoundPpm),
          impactNotional: market.format.quoteAmount(scale.impactUnits),
        };
      }),
  });
}

export function wireBrackets(market: ListedMarket): WireBracket[] {
  const { format } = market;
  return contractOf(market).scale.brackets.map((bracket, at) => ({
    tier: at + 1,
    notionalFloor: format.quoteAmount(bracket.floorUnits),
    notionalCap: format.quoteAmount(bracket.capUnits),
    maxLeverage: bracket.maxLeverage,
    maintenanceRate: formatRate(bracket.maintenancePpm),
    cumulative: format.quoteAmount(bracket.cumulativeUnits),
  }));
}

/** Returns the funding that the caller's positions have paid and received. */
export function contractFunding({
  listings,
  readModels,
}: Ports<"listings" | "readModels">): CallHandler<"contractFunding"> {
  return async (request, context): Promise<Outcome<CallReply<"contractFunding">>> => {
    const { cursor, limit, minSeq, sinceMs, symbol, untilMs } = request;
    if (minSeq !== undefined) await readModels.waitFor(minSeq, MIN_SEQ_WAIT_MS);
    const asOfSeq = readModels.reachedSeq;
    const market = symbol === undefined ? undefined : listings.marketBySymbol(symbol, "contract");
    // As a filter, an unknown symbol matches nothing.
    if (symbol !== undefined && market === undefined) return { list: [], nextCursor: null, asOfSeq };
    const filter = { userId: userOf(context), marketId: market?.marketId, sinceMs, untilMs };
    const page = await readModels.fundingPayments(filter, limit, cursor);
    if (page === BAD_CURSOR) return badCursor();
    return {
      list: page.rows.map((payment) => toWireFundingPayment(payment, listings.market(payment.marketId))),
      nextCursor: page.nextCursor ?? null,
      asOfSeq,
    };
  };
}

/** Returns a contract's funding rates, and the next rate predicted from the samples so far. */
export function fundingRate({
  mirror,
  readModels,
}: Ports<"mirror" | "readModels">): CallHandler<"fundingRate"> {
  return async (request): Promise<Outcome<CallReply<"fundingRate">>> => {
    const market = readMarket(mirror, request.symbol, "contract");
    if (market instanceof Rejected) return market;
    const { figures, listed } = market;
    const page = await readModels.fundingRounds(listed.marketId, request.limit, request.cursor);
    if (page === BAD_CURSOR) return badCursor();
    return {
      list: page.rows.map((round) => toWireFundingRound(round, listed)),
      nextCursor: page.nextCursor ?? null,
      next: {
        fundingRate: formatRate(figures?.expectedFundingPpm ?? 0),
        atMs: figures?.nextFundingAtMs ?? 0,
      },
    };
  };
}
