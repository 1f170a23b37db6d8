import {
  accruedUnitsOf,
  durationSecondsOf,
  refundUnitsOf,
  unearnedPriceUnitsOf,
  workedSecondsOf,
} from "@candor/formulas/mining/accrual";
import { formatDecimal } from "@candor/money/decimal";
import type { Check, CheckGroup, MiningInputs, MiningResult } from "./check.ts";
import { compared, derived, figure } from "./check.ts";
import { readRate, readUnits } from "./evidence-numbers.ts";

/** Recomputes a mining machine's payments from terms and time, as the exchange did. */
export function checkMining(inputs: MiningInputs, result: MiningResult): readonly CheckGroup[] {
  const { decimals } = inputs;
  const terms = {
    priceUnits: readUnits(inputs.price, decimals),
    totalOutputUnits: readUnits(inputs.totalOutput, decimals),
    durationDays: inputs.durationDays,
    refundPpm: readRate(inputs.releaseRefundRate),
    boughtAtMs: inputs.boughtAtMs,
  };
  const earlier = readUnits(inputs.earlierClaims, decimals);
  const money = (units: number) => figure(formatDecimal(units, decimals), "money");
  const count = (value: number) => figure(String(value), "count");
  const seconds = workedSecondsOf(terms, inputs.timeMs);
  const duration = durationSecondsOf(terms);
  const accrued = accruedUnitsOf(terms, inputs.timeMs);
  const checks: Check[] = [
    derived("seconds", "mining.seconds", [], count(seconds)),
    compared(
      "accrued",
      "mining.accrued",
      ["⌊", money(terms.totalOutputUnits), " × ", count(seconds), " ÷ ", count(duration), "⌋"],
      money(accrued),
      figure(result.accrued, "money"),
    ),
    compared(
      "paid",
      "mining.paidNow",
      [money(accrued), " − ", money(earlier)],
      money(accrued - earlier),
      figure(result.paid, "money"),
    ),
  ];
  if (inputs.released) {
    const unearned = unearnedPriceUnitsOf(terms, inputs.timeMs);
    checks.push(
      derived(
        "unearned",
        "mining.unearned",
        ["⌊", money(terms.priceUnits), " × ", count(duration - seconds), " ÷ ", count(duration), "⌋"],
        money(unearned),
      ),
      compared(
        "refund",
        "mining.refund",
        ["⌊", money(unearned), " × ", figure(inputs.releaseRefundRate, "rate"), "⌋"],
        money(refundUnitsOf(terms, inputs.timeMs)),
        figure(result.refund, "money"),
      ),
    );
  }
  return [{ key: "payment", words: "records.groupPayment", checks }];
}
