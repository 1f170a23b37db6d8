import type { AccountPosition } from "@candor/domain/events/contract-events";
import { formatDecimal } from "@candor/money/decimal";
import type { CallReply } from "@candor/wire/calls";
import { type Outcome, reject } from "@candor/wire/rejection";
import { contractOf, type ListedMarket, type Listings } from "../../../market/market-data/listings.ts";
import { formatRate } from "../../../market/market-data/market-format.ts";
import { toWireFundingPayment, toWireLiquidation } from "../../../market/wire-objects/funding.ts";
import type { Fill } from "../../../records/projections/queries/fills.ts";
import type { FundingPayment, FundingRound } from "../../../records/projections/queries/fundings.ts";
import type { LiquidationRecord } from "../../../records/projections/queries/liquidations.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { wireBrackets } from "./contract-terms.ts";
import { leverInterestEvidence, leverLiquidationEvidence } from "./lever-evidence.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";
import { miningEvidence } from "./mining-evidence.ts";
import { optionEvidence } from "./option-evidence.ts";
import type { ToldEvidence } from "./told-evidence.ts";

type Reply = CallReply<"evidence">;
type Told = ToldEvidence;
type EvidenceSources = Ports<"listings" | "readModels">;
type Step = Extract<Reply["inputs"], { readonly kind: "liquidation" }>["steps"][number];

const E8_DECIMALS = 8;
const FUNDING_ID = /^[1-9][0-9]{0,15}$/;
/** A liquidation number, optionally followed by one of its steps. */
const LIQUIDATION_ID = /^([1-9][0-9]{0,15})(?:-([1-9][0-9]{0,15}))?$/;

/** The full formulas, the same text in every language. */
const FUNDING_FORMULA =
  "rate = clamp(mean(premiums) + clamp(interest − mean(premiums), ±0.0005), ±cap); " +
  "amount = quantity × mark × rate, paid by longs if the rate is positive, otherwise by shorts: payers round up, receivers down";
const LIQUIDATION_FORMULA =
  "mark = median(funding term, basis term, last term), each limited to the contract's mark bound around the index; " +
  "maintenance = value × rate(tier) − cumulative(tier), rounded up; " +
  "equity = margin + side × (value − entry cost), for a cross account wallet − isolated margins + Σ side × (value − entry " +
  "cost); liquidated while maintenance > equity; " +
  "bankruptcy price = (entry cost − side × margin) ÷ quantity, for a cross account with what its other positions leave " +
  "at mark or index, whichever is worse, in place of the margin";

/** Returns all inputs of one of the caller's settlements. Kinds without any settlement yet have no ids. */
export function evidence(
  ports: Ports<"engine" | "frames" | "listings" | "readModels">,
): CallHandler<"evidence"> {
  const { engine, frames, readModels } = ports;
  return async ({ kind, id }, context): Promise<Outcome<Reply>> => {
    const asOfSeq = await readModels.waitFor(engine.durableSeq, MIN_SEQ_WAIT_MS);
    const told = await EVIDENCE_OF[kind](ports, userOf(context), id);
    if (told === "not-settled") return reject("evidence.notSettled");
    if (told === undefined) return reject("request.unknownId");
    const frame = await frames.find(told.seq);
    if (frame === undefined)
      throw new Error(`command ${told.seq} is in the read models but not in the journal`);
    const { firstSeq, previousHash, hash } = frame;
    return { kind, id, ...told, frame: { seq: firstSeq, previousHash, hash }, asOfSeq };
  };
}

/** Evidence by kind of settlement; `undefined` if it is not the user's. */
const EVIDENCE_OF = {
  funding: fundingEvidence,
  liquidation: async (sources: EvidenceSources, userId: number, id: string) =>
    id.startsWith("l")
      ? await leverLiquidationEvidence(sources, userId, id)
      : await liquidationEvidence(sources, userId, id),
  "lever-interest": leverInterestEvidence,
  mining: miningEvidence,
  option: optionEvidence,
} as const;

async function fundingEvidence(
  { listings, readModels }: Ports<"listings" | "readModels">,
  userId: number,
  id: string,
): Promise<Told | undefined> {
  const found = FUNDING_ID.test(id) ? await readModels.fundingOf(userId, Number(id)) : undefined;
  if (found === undefined) return undefined;
  const { payment, round } = found;
  const market = listings.market(payment.marketId);
  return {
    seq: payment.seq,
    formula: FUNDING_FORMULA,
    inputs: fundingInputs(payment, round, market),
    result: {
      kind: "funding",
      meanPremium: formatRate(round.premiumPpm),
      fundingRate: formatRate(round.ratePpm),
      amount: market.format.quoteAmount(payment.amountUnits),
      missing: market.format.quoteAmount(payment.missingUnits),
      remainder: round.closedSeq === 0 ? null : market.format.quoteAmount(round.remainderUnits),
      payment: toWireFundingPayment(payment, market),
    },
  };
}

function fundingInputs(payment: FundingPayment, round: FundingRound, market: ListedMarket): Reply["inputs"] {
  const { format } = market;
  return {
    kind: "funding",
    terms: termsOf(market),
    premiums: round.samplesPpm.map(formatRate),
    interestRate: formatRate(round.interestPpm),
    capRate: formatRate(round.capPpm),
    indexPrice: priceE8(round.indexE8),
    markPrice: format.price(round.markTicks),
    positionSide: payment.lots > 0 ? "long" : "short",
    quantity: format.quantity(Math.abs(payment.lots)),
    dueAtMs: round.dueAtMs,
  };
}

async function liquidationEvidence(
  { listings, readModels }: Ports<"listings" | "readModels">,
  userId: number,
  id: string,
): Promise<Told | undefined> {
  const match = LIQUIDATION_ID.exec(id);
  if (match === null) return undefined;
  const steps = await readModels.liquidationOf(userId, Number(match[1]));
  const asked = match[2] === undefined ? undefined : Number(match[2]);
  const closing = steps.filter(({ step }) => step.closedLots > 0);
  const told = asked === undefined ? closing.at(-1) : closing.find(({ step }) => step.stepId === asked);
  const [first] = steps;
  if (first === undefined || told === undefined) return undefined;
  const market = listings.market(told.step.marketId);
  const { spec } = contractOf(market);
  const sum = (of: (step: LiquidationRecord) => number): string =>
    market.format.quoteAmount(steps.reduce((total, { step }) => total + of(step), 0));
  return {
    seq: told.step.seq,
    formula: LIQUIDATION_FORMULA,
    inputs: {
      kind: "liquidation",
      terms: termsOf(market),
      positionId: String(first.step.positionId),
      marginMode: first.step.marginMode,
      brackets: wireBrackets(market),
      liquidationFeeRate: formatRate(spec.liquidationFeePpm),
      takerFeeRate: formatRate(spec.takerFeePpm),
      contracts: contractsOf(steps.map(({ step }) => step)).map((marketId) => {
        const each = listings.market(marketId);
        return { symbol: each.spec.symbol, terms: termsOf(each), brackets: wireBrackets(each) };
      }),
      steps: steps.map(({ step, fills }) => wireStep(step, fills, market, listings)),
    },
    result: {
      kind: "liquidation",
      loss: sum(({ lossUnits }) => lossUnits),
      fee: sum(({ feeUnits }) => feeUnits),
      liquidation: toWireLiquidation(told.step, market),
    },
  };
}

/** Returns the markets of the contract itself and of all other positions considered. */
function contractsOf(steps: readonly LiquidationRecord[]): number[] {
  const ids = steps.flatMap(({ marketId, positions }) => [
    marketId,
    ...positions.map((each) => each.marketId),
  ]);
  return [...new Set(ids)].sort((a, b) => a - b);
}

function wireStep(
  step: LiquidationRecord,
  fills: readonly Fill[],
  market: ListedMarket,
  listings: Listings,
): Step {
  const { format } = market;
  const losses = new Map(step.fills.map(({ tradeId, lossUnits }) => [tradeId, lossUnits]));
  return {
    seq: step.seq,
    method: step.method,
    side: step.lots > 0 ? "long" : "short",
    quantity: format.quantity(Math.abs(step.lots)),
    entryCost: format.quoteAmount(step.entryCostUnits),
    margin: format.quoteAmount(step.marginUnits),
    equity: format.quoteAmount(step.equityUnits),
    maintenanceMargin: format.quoteAmount(step.maintenanceUnits),
    walletBalance: format.quoteAmount(step.walletUnits),
    positions: step.positions.map((position) => wirePosition(position, listings.market(position.marketId))),
    tier: step.tier,
    mark: wireMark(step, market),
    closedQuantity: format.quantity(step.closedLots),
    closedQuote: format.quoteAmount(step.closedQuoteUnits),
    price: format.priceOrNull(step.priceTicks),
    fills: fills.map((fill) => ({
      tradeId: String(fill.tradeId),
      price: format.price(fill.priceTicks),
      quantity: format.quantity(fill.quantityLots),
      quote: format.quoteAmount(fill.quoteUnits),
      realizedProfit: format.quoteAmount(fill.realizedUnits),
      fee: format.quoteAmount(fill.feeUnits),
      loss: format.quoteAmount(losses.get(fill.tradeId) ?? 0),
    })),
    fee: format.quoteAmount(step.feeUnits),
    loss: format.quoteAmount(step.lossUnits),
    fundAfter: format.quoteAmount(step.fundUnits),
    fundHolds: {
      side: step.fundLots === 0 ? null : step.fundLots > 0 ? "long" : "short",
      quantity: format.quantity(Math.abs(step.fundLots)),
      entryCost: format.quoteAmount(step.fundEntryCostUnits),
    },
    counterpartyRealized: step.method === "adl" ? format.quoteAmount(step.counterpartyRealizedUnits) : null,
    timeMs: step.timeMs,
  };
}

function wirePosition(position: AccountPosition, market: ListedMarket): Step["positions"][number] {
  const { format, spec } = market;
  return {
    symbol: spec.symbol,
    marginMode: position.marginMode,
    side: position.lots > 0 ? "long" : "short",
    quantity: format.quantity(Math.abs(position.lots)),
    entryCost: format.quoteAmount(position.entryCostUnits),
    margin: format.quoteAmount(position.marginUnits),
    mark: wireMark(position, market),
  };
}

function wireMark(
  of: Pick<LiquidationRecord, "basisTermE8" | "fundingTermE8" | "indexE8" | "lastTermE8" | "markTicks">,
  { format }: ListedMarket,
): Step["mark"] {
  return {
    indexPrice: priceE8(of.indexE8),
    fundingTerm: priceE8(of.fundingTermE8),
    basisTerm: priceE8(of.basisTermE8),
    lastTerm: priceE8(of.lastTermE8),
    markPrice: format.price(of.markTicks),
  };
}

/** Terms that convert every decimal input to the integers in the formulas. */
function termsOf({ base, quote, spec }: ListedMarket) {
  return { tick: spec.tick, lot: spec.lot, quoteDecimals: quote.spec.scale, baseDecimals: base.spec.scale };
}

/** Full precision, because a mark price is finer than its display format. */
function priceE8(value: number): string {
  return formatDecimal(value, E8_DECIMALS);
}
