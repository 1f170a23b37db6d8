import { LIQUIDATION_LEVEL_E4 } from "@candor/formulas/leverage/margin-level";
import { formatDecimal } from "@candor/money/decimal";
import type { CallReply } from "@candor/wire/calls";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { formatRate } from "../../../market/market-data/market-format.ts";
import type { Ports } from "../dependencies.ts";

type Reply = CallReply<"evidence">;
type Told = Pick<Reply, "inputs" | "result" | "formula"> & { readonly seq: number };

const LOAN_ID = /^[1-9][0-9]{0,15}$/;
const LIQUIDATION_ID = /^l[1-9][0-9]{0,15}-([1-9][0-9]{0,15})$/;
const LEVEL_DECIMALS = 4;
const E8_DECIMALS = 8;
/** Formulas, the same text in every language. */
const INTEREST_FORMULA = "interest = ⌈debt × hourly rate⌉ × hours, in units of the coin";
const LIQUIDATION_FORMULA =
  "level = (base assets × index + quote assets) ÷ (base owed × index + quote owed), the index in whole ticks, " +
  "rounded down; liquidated while level ≤ 1.1; owed = repaid + paid by the insurance fund + lost by the lending pool + remaining";

/** Returns the basis of an interest charge. A repayment charges none. */
export async function leverInterestEvidence(
  { listings, readModels }: Ports<"listings" | "readModels">,
  userId: number,
  id: string,
): Promise<Told | undefined> {
  const loan = LOAN_ID.test(id) ? await readModels.loanOf(userId, Number(id)) : undefined;
  if (loan === undefined || loan.hours === 0) return undefined;
  const { scale, symbol } = listings.asset(loan.assetId).spec;
  return {
    seq: loan.seq,
    formula: INTEREST_FORMULA,
    inputs: {
      kind: "lever-interest",
      symbol: listings.market(loan.marketId).spec.symbol,
      asset: symbol,
      decimals: scale,
      debt: formatDecimal(loan.chargedUnits, scale),
      hourlyRate: formatRate(loan.hourlyPpm),
      hours: loan.hours,
      timeMs: loan.timeMs,
    },
    result: { kind: "lever-interest", interest: formatDecimal(loan.interestUnits, scale) },
  };
}

/** Returns the inputs of one step of a liquidation of the caller's margin account, and who paid. */
export async function leverLiquidationEvidence(
  { listings, readModels }: Ports<"listings" | "readModels">,
  userId: number,
  id: string,
): Promise<Told | undefined> {
  const match = LIQUIDATION_ID.exec(id);
  const found = match === null ? undefined : await readModels.leverLiquidationOf(userId, Number(match[1]));
  if (found === undefined) return undefined;
  const { step, fills } = found;
  const market = listings.market(step.marketId);
  const { format, base, quote, spec } = market;
  const both = (baseUnits: number, quoteUnits: number) => ({
    base: format.baseAmount(baseUnits),
    quote: format.quoteAmount(quoteUnits),
  });
  return {
    seq: step.seq,
    formula: LIQUIDATION_FORMULA,
    inputs: {
      kind: "lever-liquidation",
      terms: {
        tick: spec.tick,
        lot: spec.lot,
        quoteDecimals: quote.spec.scale,
        baseDecimals: base.spec.scale,
      },
      symbol: spec.symbol,
      indexPrice: formatDecimal(step.indexE8, E8_DECIMALS),
      baseAssets: format.baseAmount(step.baseUnits),
      quoteAssets: format.quoteAmount(step.quoteUnits),
      baseOwed: format.baseAmount(step.baseOwedUnits),
      quoteOwed: format.quoteAmount(step.quoteOwedUnits),
      threshold: formatDecimal(LIQUIDATION_LEVEL_E4, LEVEL_DECIMALS),
      fills: fills.map((fill) => ({
        tradeId: String(fill.tradeId),
        price: format.price(fill.priceTicks),
        quantity: format.quantity(fill.quantityLots),
        quote: format.quoteAmount(fill.quoteUnits),
        fee: feeOf(fill, market),
      })),
      timeMs: step.timeMs,
    },
    result: {
      kind: "lever-liquidation",
      marginLevel: formatDecimal(step.levelE4, LEVEL_DECIMALS),
      repaid: both(step.baseRepaidUnits, step.quoteRepaidUnits),
      fundPaid: both(step.baseFundUnits, step.quoteFundUnits),
      lost: both(step.baseLossUnits, step.quoteLossUnits),
      left: both(step.baseLeftUnits, step.quoteLeftUnits),
    },
  };
}

/** The fee is deducted from the received asset. */
function feeOf(
  { feeUnits, side }: { readonly feeUnits: number; readonly side: "buy" | "sell" },
  { format }: ListedMarket,
): string {
  return side === "buy" ? format.baseAmount(feeUnits) : format.quoteAmount(feeUnits);
}
