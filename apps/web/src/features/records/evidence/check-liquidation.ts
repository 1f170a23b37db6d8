import { bankruptcyTicksOf } from "@candor/protocol/perpetual-formulas/liquidation";
import type { Bracket } from "@candor/protocol/perpetual-formulas/margin";
import { maintenanceOf, tierOf, valueOf } from "@candor/protocol/perpetual-formulas/margin";
import { markTicksOf } from "@candor/protocol/perpetual-formulas/mark-price";
import { unrealizedOf } from "@candor/protocol/perpetual-formulas/profit";

import { METHOD_WORDS } from "../method-words.ts";
import type { Check, CheckGroup, LiquidationInputs, LiquidationResult, LiquidationStep } from "./check.ts";
import { compared, derived, figure, missing, truth } from "./check.ts";
import { checkClosing, checkContinuation } from "./check-closing.ts";
import { EvidenceNumbers, readPriceE8, readRate } from "./evidence-numbers.ts";

/** What the formulas take of a step: whole numbers. */
export interface StepNumbers {
  readonly numbers: EvidenceNumbers;
  readonly step: LiquidationStep;
  readonly isCross: boolean;
  readonly liquidationFeePpm: number;
  readonly lots: number;
  readonly costUnits: number;
  readonly marginUnits: number;
  readonly brackets: readonly Bracket[];
}

/** A liquidation step by step: whether it was due, at which prices it closed what, and what it took. */
export function checkLiquidation(
  inputs: LiquidationInputs,
  result: LiquidationResult,
): readonly CheckGroup[] {
  const numbers = new EvidenceNumbers(inputs.terms);
  const steps = inputs.steps.map((step) => readStep(inputs, step, numbers));
  return [
    ...steps.map((step, at) => ({
      key: `step-${at}`,
      words: METHOD_WORDS[step.step.method],
      values: { step: at + 1 },
      checks: [...checkRisk(step), ...checkClosing(step), ...checkContinuation(step, steps[at + 1])],
    })),
    { key: "sums", words: "records.groupSums", checks: checkSums(inputs, result, numbers) },
  ];
}

function readStep(inputs: LiquidationInputs, step: LiquidationStep, numbers: EvidenceNumbers): StepNumbers {
  const size = numbers.lots(step.quantity);
  return {
    numbers,
    step,
    isCross: inputs.marginMode === "cross",
    liquidationFeePpm: readRate(inputs.liquidationFeeRate),
    lots: step.side === "long" ? size : 0 - size,
    costUnits: numbers.units(step.entryCost),
    marginUnits: numbers.units(step.margin),
    brackets: inputs.brackets.map((bracket) => ({
      floorUnits: numbers.units(bracket.notionalFloor),
      capUnits: numbers.units(bracket.notionalCap),
      maxLeverage: bracket.maxLeverage,
      maintenancePpm: readRate(bracket.maintenanceRate),
      cumulativeUnits: numbers.units(bracket.cumulative),
    })),
  };
}

/** Mark, tier, maintenance and equity: whether the position was to be liquidated at this moment. */
function checkRisk(of: StepNumbers): readonly Check[] {
  const { numbers, step, lots, brackets } = of;
  const { mark } = step;
  const ticks = markTicksOf(
    {
      fundingTermE8: readPriceE8(mark.fundingTerm),
      basisTermE8: readPriceE8(mark.basisTerm),
      lastTermE8: readPriceE8(mark.lastTerm),
    },
    numbers.tickE8,
  );
  const value = valueOf(lots, numbers.ticks(mark.markPrice), numbers.factor);
  const tier = tierOf(brackets, value);
  return [
    compared(
      "mark",
      "records.checkMark",
      [
        "median(",
        figure(mark.fundingTerm, "price"),
        "; ",
        figure(mark.basisTerm, "price"),
        "; ",
        figure(mark.lastTerm, "price"),
        ")",
      ],
      figure(numbers.price(ticks), "price"),
      figure(mark.markPrice, "price"),
    ),
    derived(
      "value",
      "records.checkValue",
      [figure(step.quantity, "quantity"), " × ", figure(mark.markPrice, "price")],
      figure(numbers.amount(value), "money"),
    ),
    compared(
      "tier",
      "records.checkTier",
      [
        figure(numbers.amount(brackets[tier]?.floorUnits ?? 0), "money"),
        " < ",
        figure(numbers.amount(value), "money"),
        " ≤ ",
        figure(numbers.amount(brackets[tier]?.capUnits ?? 0), "money"),
      ],
      figure(String(tier + 1), "count"),
      figure(String(step.tier), "count"),
    ),
    ...checkBalance(of, value, tier),
  ];
}

function checkBalance(of: StepNumbers, value: number, tier: number): readonly Check[] {
  const { numbers, step, isCross, lots, costUnits, marginUnits, brackets } = of;
  const money = (units: number) => figure(numbers.amount(units), "money");
  const bracket = brackets[tier] as Bracket;
  const maintenance = maintenanceOf(brackets, value);
  const equity = marginUnits + unrealizedOf(lots, costUnits, value);
  const maintenanceFormula = [
    "⌈",
    money(value),
    " × ",
    figure((bracket.maintenancePpm / 1_000_000).toFixed(6), "rate"),
    "⌉ − ",
    money(bracket.cumulativeUnits),
  ];
  const equityFormula =
    lots > 0
      ? [money(marginUnits), " + ", money(value), " − ", money(costUnits)]
      : [money(marginUnits), " + ", money(costUnits), " − ", money(value)];
  const isDue = numbers.units(step.maintenanceMargin) > numbers.units(step.equity);
  const stated = {
    maintenance: figure(step.maintenanceMargin, "money"),
    equity: figure(step.equity, "money"),
  };
  return [
    ...(isCross
      ? [
          derived("own-maintenance", "records.checkOwnMaintenance", maintenanceFormula, money(maintenance)),
          missing("maintenance", "records.checkAccountMaintenance", stated.maintenance),
          missing("equity", "records.checkAccountEquity", stated.equity),
        ]
      : [
          compared(
            "maintenance",
            "records.checkMaintenance",
            maintenanceFormula,
            money(maintenance),
            stated.maintenance,
          ),
          compared("equity", "records.checkEquity", equityFormula, money(equity), stated.equity),
        ]),
    compared(
      "due",
      "records.checkDue",
      [stated.maintenance, " > ", stated.equity],
      truth(isDue),
      truth(true),
    ),
    ...checkBankruptcy(of),
  ];
}

/** The price at which nothing of the margin is left. An order goes no lower than one tick. */
function checkBankruptcy(of: StepNumbers): readonly Check[] {
  const { numbers, step, isCross, lots, costUnits, marginUnits } = of;
  if (step.method === "orders") return [];
  const stated = step.price === null ? null : figure(step.price, "price");
  if (isCross) return [missing("bankruptcy", "records.checkBankruptcy", stated)];
  const exact = bankruptcyTicksOf(lots, costUnits, marginUnits, numbers.factor);
  const ticks = step.method === "adl" ? exact : Math.max(1, exact);
  const money = (units: number) => figure(numbers.amount(units), "money");
  const [open, sign, close] = lots > 0 ? ["⌈(", " − ", "⌉"] : ["⌊(", " + ", "⌋"];
  return [
    compared(
      "bankruptcy",
      "records.checkBankruptcy",
      [open, money(costUnits), sign, money(marginUnits), ") ÷ ", figure(step.quantity, "quantity"), close],
      figure(ticks === 0 ? "0" : numbers.price(ticks), "price"),
      stated ?? figure("0", "price"),
    ),
  ];
}

/** The result against the steps, and the row of the history against its step. */
function checkSums(
  { steps }: LiquidationInputs,
  { fee, loss, liquidation }: LiquidationResult,
  numbers: EvidenceNumbers,
): readonly Check[] {
  const sum = (of: (step: LiquidationStep) => string) =>
    figure(numbers.amount(steps.reduce((total, step) => total + numbers.units(of(step)), 0)), "money");
  const own = steps.find(
    (step) =>
      step.seq === liquidation.seq &&
      step.method === liquidation.method &&
      step.side === liquidation.side &&
      step.closedQuantity === liquidation.quantity &&
      step.mark.markPrice === liquidation.markPrice &&
      step.fee === liquidation.fee,
  );
  const ownLots = own === undefined ? 0 : numbers.lots(own.closedQuantity);
  const price =
    own === undefined || ownLots === 0 ? "0" : numbers.averagePrice(numbers.units(own.closedQuote), ownLots);
  return [
    compared(
      "fees",
      "records.checkFees",
      [],
      sum((step) => step.fee),
      figure(fee, "money"),
    ),
    compared(
      "losses",
      "records.checkLosses",
      [],
      sum((step) => step.loss),
      figure(loss, "money"),
    ),
    compared(
      "record",
      "records.checkSameStep",
      own === undefined
        ? []
        : [figure(own.closedQuote, "money"), " ÷ ", figure(own.closedQuantity, "quantity")],
      figure(price, "price"),
      figure(liquidation.price ?? "0", "price"),
      own !== undefined,
    ),
  ];
}
