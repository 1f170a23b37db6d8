import { bankruptcyTicksOf } from "@candor/formulas/perpetual/liquidation";
import type { Bracket } from "@candor/formulas/perpetual/margin";
import { maintenanceOf, tierOf, valueOf } from "@candor/formulas/perpetual/margin";
import { unrealizedOf } from "@candor/formulas/perpetual/profit";
import { METHOD_WORDS } from "../method-words.ts";
import type {
  Check,
  CheckGroup,
  Figure,
  LiquidationInputs,
  LiquidationResult,
  LiquidationStep,
} from "./check.ts";
import { compared, derived, figure, signed, truth } from "./check.ts";
import { checkClosing, checkContinuation, isTakenOver } from "./check-closing.ts";
import { type CrossAccount, crossAccountOf, markOf, readBrackets } from "./cross-account.ts";
import { EvidenceNumbers, readRate, writeRate } from "./evidence-numbers.ts";
import type { StepNumbers } from "./step-numbers.ts";

/** Checks a liquidation step by step: whether it was due, prices and quantities closed, and its cost. */
export function checkLiquidation(
  inputs: LiquidationInputs,
  result: LiquidationResult,
): readonly CheckGroup[] {
  const numbers = new EvidenceNumbers(inputs.terms);
  const { symbol } = result.liquidation;
  const steps = inputs.steps.map((step) => readStep(inputs, step, numbers, symbol));
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

function readStep(
  inputs: LiquidationInputs,
  step: LiquidationStep,
  numbers: EvidenceNumbers,
  symbol: string,
): StepNumbers {
  const size = numbers.lots(step.quantity);
  const marginUnits = numbers.units(step.margin);
  const account = inputs.marginMode === "cross" ? crossAccountOf(inputs, step, symbol) : undefined;
  return {
    numbers,
    step,
    account,
    backingUnits: account === undefined ? marginUnits : backingOf(numbers, step, account),
    liquidationFeePpm: readRate(inputs.liquidationFeeRate),
    lots: step.side === "long" ? size : 0 - size,
    costUnits: numbers.units(step.entryCost),
    marginUnits,
    brackets: readBrackets(inputs.brackets, numbers),
  };
}

/**
 * Returns the equity behind a cross position. Steps before rules 3 use mark prices only; the step's bankruptcy price
 * shows which rule applied.
 */
function backingOf(numbers: EvidenceNumbers, step: LiquidationStep, account: CrossAccount): number {
  const { backingUnits, takeoverUnits } = account;
  if (step.price === null || backingUnits === takeoverUnits) return takeoverUnits;
  const size = numbers.lots(step.quantity);
  const lots = step.side === "long" ? size : 0 - size;
  const ticks = bankruptcyTicksOf(lots, numbers.units(step.entryCost), backingUnits, numbers.factor);
  return numbers.ticks(step.price) === Math.max(1, ticks) ? backingUnits : takeoverUnits;
}

/** Mark price, tier, maintenance and equity: whether liquidation was due. */
function checkRisk(of: StepNumbers): readonly Check[] {
  const { numbers, step, lots, brackets } = of;
  const { mark } = step;
  const ticks = markOf(mark, numbers);
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
  const { numbers, step, account, lots, costUnits, marginUnits, brackets } = of;
  const money = (units: number) => figure(numbers.amount(units), "money");
  const bracket = brackets[tier] as Bracket;
  const maintenance = maintenanceOf(brackets, value);
  const equity = marginUnits + unrealizedOf(lots, costUnits, value);
  const maintenanceFormula = [
    "⌈",
    money(value),
    " × ",
    figure(writeRate(bracket.maintenancePpm), "rate"),
    "⌉ − ",
    money(bracket.cumulativeUnits),
  ];
  const equityFormula =
    lots > 0
      ? [money(marginUnits), " + ", money(value), " − ", money(costUnits)]
      : [money(marginUnits), " + ", money(costUnits), " − ", money(value)];
  const stated = {
    maintenance: figure(step.maintenanceMargin, "money"),
    equity: figure(step.equity, "money"),
  };
  const isDue = numbers.units(step.maintenanceMargin) > numbers.units(step.equity);
  return [
    ...(account === undefined
      ? [
          compared(
            "maintenance",
            "records.checkMaintenance",
            maintenanceFormula,
            money(maintenance),
            stated.maintenance,
          ),
          compared("equity", "records.checkEquity", equityFormula, money(equity), stated.equity),
        ]
      : [
          derived("own-maintenance", "records.checkOwnMaintenance", maintenanceFormula, money(maintenance)),
          ...checkAccount(account, stated, money),
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

/** All cross positions of the account: the wallet without isolated margins, plus profits at mark prices. */
function checkAccount(
  account: CrossAccount,
  stated: { readonly maintenance: Figure; readonly equity: Figure },
  money: (units: number) => Figure,
): readonly Check[] {
  const { walletUnits, isolatedUnits, profitUnits, maintenances, equityUnits, maintenanceUnits } = account;
  return [
    compared(
      "maintenance",
      "records.checkAccountMaintenance",
      maintenances.flatMap((units, at) => [...(at === 0 ? [] : [" + "]), money(units)]),
      money(maintenanceUnits),
      stated.maintenance,
      account.isSound,
    ),
    compared(
      "equity",
      "records.checkAccountEquity",
      [
        money(walletUnits),
        ...(isolatedUnits === 0 ? [] : [" − ", money(isolatedUnits)]),
        ...signed("+", money(profitUnits)),
      ],
      money(equityUnits),
      stated.equity,
    ),
  ];
}

/** The price at which the margin is used up. Orders cannot go below one tick. */
function checkBankruptcy(of: StepNumbers): readonly Check[] {
  const { numbers, step, lots, costUnits, backingUnits } = of;
  if (step.method === "orders") return [];
  const exact = bankruptcyTicksOf(lots, costUnits, backingUnits, numbers.factor);
  const ticks = isTakenOver(step) ? exact : Math.max(1, exact);
  const money = (units: number) => figure(numbers.amount(units), "money");
  const [open, sign, close] = lots > 0 ? ["⌈(", " − ", "⌉"] : ["⌊(", " + ", "⌋"];
  return [
    compared(
      "bankruptcy",
      "records.checkBankruptcy",
      [open, money(costUnits), sign, money(backingUnits), ") ÷ ", figure(step.quantity, "quantity"), close],
      figure(ticks === 0 ? "0" : numbers.price(ticks), "price"),
      figure(step.price ?? "0", "price"),
    ),
  ];
}

/** Checks the result against the steps, and the history row against its step. */
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
