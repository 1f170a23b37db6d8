import type { Side } from "@candor/domain/enumerations";
import { formatDecimal, trimZeros } from "@candor/money/decimal";
import type { WireMarket } from "@candor/wire/objects";
import { useState } from "react";
import { priceText, quantityText } from "../../../trading/market/market-terms.ts";
import { useBrackets, useMark } from "../contract-live.ts";
import { type ContractTerms, whole } from "../contract-terms.ts";
import type { ContractNow } from "../contract-ticket-summary.ts";
import type { OrderContext } from "../order-plan.ts";
import type { ContractSettings } from "../use-contract-ticket.ts";
import { type CalculatorFields, type CalculatorInput, readCalculator } from "./calculator-input.ts";

export interface CalculatorStart {
  readonly terms: ContractTerms;
  readonly settings: ContractSettings;
  readonly now: ContractNow;
  /** The ticket's amount. */
  readonly lots: number | undefined;
  /** Available in the contract wallet; undefined if logged out, hidden or unknown. */
  readonly usableUnits: number | undefined;
  /** The account that a new position of a side would join; undefined if logged out, hidden or unknown. */
  readonly contextOf: (side: Side) => OrderContext | undefined;
}

export interface Calculator {
  readonly terms: ContractTerms;
  readonly fields: CalculatorFields;
  readonly set: (changes: Partial<CalculatorFields>) => void;
  readonly input: CalculatorInput;
  /** Largest funding rate. */
  readonly fundingCapPpm: number;
  /** The account that the position would join; undefined if unknown. */
  readonly context: OrderContext | undefined;
  /** Undefined while loading. */
  readonly intervalSeconds: number | undefined;
}

const DAY_OF_INTERVALS = "3";
const PERCENT_DECIMALS = 4;
const PPM_DECIMALS = 6;

/** The calculators' fields, which start with the market's prices and the account's leverage and balance. */
export function useCalculator(start: CalculatorStart, market: WireMarket): Calculator {
  const { terms } = start;
  const { fundingRate } = useMark(market);
  const listed = useBrackets().data?.list.find(({ symbol }) => symbol === terms.symbol);
  const [fields, setFields] = useState(() => firstFields(start, fundingRate));
  const fundingCapPpm = listed === undefined ? 0 : whole(listed.fundingCapRate, PPM_DECIMALS);
  return {
    terms,
    fields,
    set: (changes) => setFields((before) => ({ ...before, ...changes })),
    input: readCalculator(fields, terms, fundingCapPpm),
    fundingCapPpm,
    context: start.contextOf(fields.side),
    intervalSeconds: listed?.fundingIntervalSeconds,
  };
}

function firstFields(
  { terms, settings, now, lots, usableUnits }: CalculatorStart,
  fundingRate: string | null,
): CalculatorFields {
  const price = now.markTicks ?? now.lastTicks ?? now.indexTicks;
  const ratePpm = fundingRate === null ? undefined : whole(fundingRate, PPM_DECIMALS);
  return {
    side: "buy",
    entry: price === undefined ? "" : trimZeros(priceText(price, terms)),
    exit: "",
    quantity: lots === undefined ? "" : trimZeros(quantityText(lots, terms)),
    leverage: String(settings.leverage),
    targetKind: "takeProfit",
    targetUnit: "return",
    target: "",
    mode: settings.isCross ? "cross" : "isolated",
    added: "",
    balance: usableUnits === undefined ? "" : trimZeros(formatDecimal(usableUnits, terms.scale.quoteScale)),
    payer: ratePpm !== undefined && ratePpm < 0 ? "short" : "long",
    rate: ratePpm === undefined ? "" : trimZeros(formatDecimal(Math.abs(ratePpm), PERCENT_DECIMALS)),
    intervals: DAY_OF_INTERVALS,
  };
}
