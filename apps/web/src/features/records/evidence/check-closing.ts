import { ForcedClose, type ForcedOutcome } from "@candor/formulas/perpetual/forced-close";
import { valueOf } from "@candor/formulas/perpetual/margin";
import { closedCostOf } from "@candor/formulas/perpetual/profit";
import { multiplyDivideFloor } from "@candor/money/integer";
import type { Check, Figure, LiquidationStep, Part } from "./check.ts";
import { compared, figure, signed } from "./check.ts";
import { writeRate } from "./evidence-numbers.ts";
import type { StepNumbers } from "./step-numbers.ts";

type Fill = LiquidationStep["fills"][number];

/** Longer sums are not written out. */
const MAX_TERMS = 6;

/** What remains of a position. */
type Remains = Pick<ForcedClose, "lots" | "costUnits" | "marginUnits">;

interface Replay {
  readonly left: Remains;
  readonly outcomes: readonly ForcedOutcome[];
}

/** Whether the lots were taken over at the bankruptcy price, by the insurance fund or by a deleveraged counterparty. */
export const isTakenOver = ({ method, fills, closedQuantity }: LiquidationStep): boolean =>
  method === "adl" || (method === "insurance-fund" && fills.length === 0 && !/^[0.]*$/.test(closedQuantity));

/** Checks what a step closed, at which value and cost: from its fills, or at the bankruptcy price. */
export function checkClosing(of: StepNumbers): readonly Check[] {
  const { method, closedQuantity } = of.step;
  if (method === "orders" || of.numbers.lots(closedQuantity) === 0) return checkNothing(of);
  return isTakenOver(of.step) ? checkTakeOver(of) : [...checkFills(of), ...checkCost(of)];
}

/** A deciding step, or one without a counterparty, closes nothing and costs nothing. */
function checkNothing({ numbers, step }: StepNumbers): readonly Check[] {
  const costsNothing = [step.closedQuote, step.fee, step.loss].every((text) => numbers.units(text) === 0);
  return [
    compared(
      "quantity",
      "records.checkFilledQuantity",
      [],
      figure(numbers.quantity(0), "quantity"),
      figure(step.closedQuantity, "quantity"),
      costsNothing && step.fills.length === 0,
    ),
  ];
}

/** Terms joined by their signs; for long sums only their number. */
function sumOf(
  fills: readonly Fill[],
  termOf: (fill: Fill) => readonly [Figure, ...Part[]],
): readonly Part[] {
  if (fills.length > MAX_TERMS) return ["Σ × ", figure(String(fills.length), "count")];
  return fills.flatMap((fill, at) => {
    const [first, ...factors] = termOf(fill);
    return [...(at === 0 ? [first] : signed("+", first)), ...factors];
  });
}

/** Each fill's value is price × quantity; together they must match the quantity the step closed. */
function checkFills({ numbers, step, lots }: StepNumbers): readonly Check[] {
  const fills = step.fills.map((fill) => ({
    lots: numbers.lots(fill.quantity),
    ticks: numbers.ticks(fill.price),
    units: numbers.units(fill.quote),
  }));
  const worst = step.price === null ? undefined : numbers.ticks(step.price);
  const isWithin = (ticks: number): boolean =>
    worst === undefined || step.method !== "book" || (lots > 0 ? ticks >= worst : ticks <= worst);
  const isSound = fills.every(
    (fill) => valueOf(fill.lots, fill.ticks, numbers.factor) === fill.units && isWithin(fill.ticks),
  );
  const closed = fills.reduce((sum, fill) => sum + fill.lots, 0);
  const units = fills.reduce((sum, fill) => sum + fill.units, 0);
  return [
    compared(
      "quantity",
      "records.checkFilledQuantity",
      sumOf(step.fills, ({ quantity }) => [figure(quantity, "quantity")]),
      figure(numbers.quantity(closed), "quantity"),
      figure(step.closedQuantity, "quantity"),
    ),
    compared(
      "quote",
      "records.checkFilledQuote",
      sumOf(step.fills, ({ price, quantity }) => [
        figure(quantity, "quantity"),
        " × ",
        figure(price, "price"),
      ]),
      figure(numbers.amount(units), "money"),
      figure(step.closedQuote, "money"),
      isSound,
    ),
  ];
}

/** Each fill's result follows from the step; the step's fee and loss are the sums. */
function checkCost(of: StepNumbers): readonly Check[] {
  const { numbers, step, liquidationFeePpm } = of;
  const money = (units: number) => figure(numbers.amount(units), "money");
  const outcomes = replay(of).outcomes;
  const sum = (part: keyof ForcedOutcome): number =>
    outcomes.reduce((total, outcome) => total + outcome[part], 0);
  const isSame = (part: keyof ForcedOutcome, told: (fill: Fill) => string): boolean =>
    step.fills.every((fill, at) => numbers.units(told(fill)) === outcomes[at]?.[part]);
  const stated = step.fills.reduce((total, fill) => total + numbers.units(fill.realizedProfit), 0);
  return [
    compared(
      "realized",
      "records.checkRealized",
      sumOf(step.fills, ({ realizedProfit }) => [figure(realizedProfit, "money")]),
      money(sum("realizedUnits")),
      money(stated),
      isSame("realizedUnits", ({ realizedProfit }) => realizedProfit),
    ),
    compared(
      "fee",
      "records.checkLiquidationFee",
      step.fills.length === 1
        ? [figure(step.closedQuote, "money"), " × ", figure(writeRate(liquidationFeePpm), "rate")]
        : sumOf(step.fills, ({ fee }) => [figure(fee, "money")]),
      money(sum("feeUnits")),
      figure(step.fee, "money"),
      isSame("feeUnits", ({ fee }) => fee),
    ),
    compared(
      "loss",
      "records.checkLoss",
      step.fills.length === 1 ? [] : sumOf(step.fills, ({ loss }) => [figure(loss, "money")]),
      money(sum("lossUnits")),
      figure(step.loss, "money"),
      isSame("lossUnits", ({ loss }) => loss),
    ),
  ];
}

/** Closes the position fill by fill, as the exchange did. */
function replay({
  numbers,
  step,
  account,
  lots,
  costUnits,
  marginUnits,
  liquidationFeePpm,
}: StepNumbers): Replay {
  const left = new ForcedClose({ lots, costUnits, marginUnits, cross: account }, liquidationFeePpm);
  const outcomes = step.fills.map((fill) =>
    left.close(numbers.lots(fill.quantity), numbers.units(fill.quote)),
  );
  return { left, outcomes };
}

/** Returns the position without `closed` lots, which take their share of cost and margin with them. */
function afterTakeOver({ lots, costUnits, marginUnits }: StepNumbers, closed: number): Remains {
  const size = Math.abs(lots);
  const left = size - closed;
  return {
    lots: lots > 0 ? left : 0 - left,
    costUnits: costUnits - closedCostOf(costUnits, lots, closed),
    marginUnits: left <= 0 ? 0 : multiplyDivideFloor(marginUnits, left, size),
  };
}

/** Taken over at exactly the bankruptcy price, without a fee. */
function checkTakeOver(of: StepNumbers): readonly Check[] {
  const { numbers, step, lots, costUnits, backingUnits } = of;
  const stated = figure(step.closedQuote, "money");
  const size = Math.abs(lots);
  const closed = numbers.lots(step.closedQuantity);
  const bankrupt = Math.max(0, costUnits + (lots > 0 ? 0 - backingUnits : backingUnits));
  const units = closed === size ? bankrupt : multiplyDivideFloor(bankrupt, closed, size);
  const money = (value: number) => figure(numbers.amount(value), "money");
  return [
    compared(
      "quote",
      "records.checkDeleverage",
      [
        "⌊(",
        money(costUnits),
        lots > 0 ? " − " : " + ",
        money(backingUnits),
        ") × ",
        figure(step.closedQuantity, "quantity"),
        " ÷ ",
        figure(step.quantity, "quantity"),
        "⌋",
      ],
      money(units),
      stated,
      numbers.units(step.fee) === 0 && numbers.units(step.loss) === 0,
    ),
  ];
}

/**
 * Steps of one command are consecutive: no trade or margin change can happen in between, so the next step starts with
 * what this one left.
 */
export function checkContinuation(of: StepNumbers, next: StepNumbers | undefined): readonly Check[] {
  const { numbers, step, account } = of;
  if (next === undefined || next.step.seq > step.seq) return [];
  const closed = numbers.lots(step.closedQuantity);
  const left: Remains = closed === 0 ? of : isTakenOver(step) ? afterTakeOver(of, closed) : replay(of).left;
  // With several cross positions, margin may also be used for the others between the two steps.
  const isMarginKnown = account === undefined || (account.maintenances.length === 1 && !isTakenOver(step));
  const isTheSame =
    left.costUnits === next.costUnits && (!isMarginKnown || left.marginUnits === next.marginUnits);
  return [
    compared(
      "next",
      "records.checkNext",
      [figure(step.quantity, "quantity"), " − ", figure(step.closedQuantity, "quantity")],
      figure(numbers.quantity(Math.abs(left.lots)), "quantity"),
      figure(next.step.quantity, "quantity"),
      isTheSame && next.step.seq === step.seq && left.lots > 0 === next.lots > 0,
    ),
  ];
}
