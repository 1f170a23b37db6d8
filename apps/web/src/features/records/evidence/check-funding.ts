import {
  FUNDING_CLAMP_PPM,
  fundingAmountOf,
  fundingRatePpm,
  meanPremiumPpm,
} from "@candor/formulas/perpetual/funding";
import { valueOf } from "@candor/formulas/perpetual/margin";
import type { Check, CheckGroup, FundingInputs, FundingResult, Part } from "./check.ts";
import { compared, derived, figure, signed } from "./check.ts";
import { EvidenceNumbers, readRate, writeRate } from "./evidence-numbers.ts";

/** Recomputes a funding payment from the premium samples, as the exchange did. */
export function checkFunding(inputs: FundingInputs, result: FundingResult): readonly CheckGroup[] {
  return [
    { key: "rate", words: "records.groupRate", checks: checkRate(inputs, result) },
    { key: "payment", words: "records.groupPayment", checks: checkPayment(inputs, result) },
  ];
}

const rate = (ppm: number) => figure(writeRate(ppm), "rate");

function checkRate(inputs: FundingInputs, result: FundingResult): readonly Check[] {
  const samples = inputs.premiums.map(readRate);
  const sum = samples.reduce((total, sample) => total + sample, 0);
  const mean = meanPremiumPpm(samples);
  const interest = readRate(inputs.interestRate);
  const cap = readRate(inputs.capRate);
  const computed = fundingRatePpm(mean, interest, cap);
  const count = figure(String(samples.length), "count");
  return [
    compared(
      "mean",
      "records.checkMeanPremium",
      samples.length === 0 ? [] : [rate(sum), " ÷ ", count],
      rate(mean),
      figure(result.meanPremium, "rate"),
    ),
    compared(
      "rate",
      "records.checkFundingRate",
      [
        "clamp(",
        rate(mean),
        " + clamp(",
        rate(interest),
        ...signed("−", rate(mean)),
        "; ±",
        rate(FUNDING_CLAMP_PPM),
        "); ±",
        rate(cap),
        ")",
      ],
      rate(computed),
      figure(result.fundingRate, "rate"),
    ),
  ];
}

function checkPayment(inputs: FundingInputs, result: FundingResult): readonly Check[] {
  const numbers = new EvidenceNumbers(inputs.terms);
  const size = numbers.lots(inputs.quantity);
  const lots = inputs.positionSide === "long" ? size : 0 - size;
  const value = valueOf(lots, numbers.ticks(inputs.markPrice), numbers.factor);
  const ppm = readRate(result.fundingRate);
  const due = fundingAmountOf(lots, value, ppm);
  const paid = due + numbers.units(result.missing);
  const money = (units: number) => figure(numbers.amount(units), "money");
  const product: readonly Part[] = [money(value), " × ", rate(Math.abs(ppm))];
  const { payment } = result;
  const isTheSame =
    payment.positionSide === inputs.positionSide &&
    payment.quantity === inputs.quantity &&
    payment.markPrice === inputs.markPrice &&
    payment.fundingRate === result.fundingRate;
  return [
    derived(
      "value",
      "records.checkValue",
      [figure(inputs.quantity, "quantity"), " × ", figure(inputs.markPrice, "price")],
      money(value),
    ),
    numbers.units(result.missing) === 0
      ? compared(
          "amount",
          "records.checkFundingAmount",
          due < 0 ? ["−⌈", ...product, "⌉"] : ["⌊", ...product, "⌋"],
          money(due),
          figure(result.amount, "money"),
        )
      : compared(
          "amount",
          "records.checkFundingAmount",
          ["−⌈", ...product, "⌉ + ", figure(result.missing, "money")],
          money(paid),
          figure(result.amount, "money"),
        ),
    compared(
      "record",
      "records.checkSameRecord",
      [],
      figure(result.amount, "money"),
      figure(payment.amount, "money"),
      isTheSame,
    ),
  ];
}
