import { multiplyDivideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import { valueOf } from "@candor/protocol/perpetual-formulas/margin";
import { closedCostOf, realizedOf } from "@candor/protocol/perpetual-formulas/profit";
import type { Check, LiquidationStep, Part } from "./check.ts";
import { compared, derived, figure, missing } from "./check.ts";
import type { StepNumbers } from "./check-liquidation.ts";
import { writeRate } from "./evidence-numbers.ts";

type Fill = LiquidationStep["fills"][number];

/** A sum of more terms is not written out. */
const MOST_TERMS = 6;

/** What a position is, and what closing parts of it has come to. */
interface Closing {
  readonly lots: number;
  readonly costUnits: number;
  readonly marginUnits: number;
  readonly feeUnits: number;
  readonly lossUnits: number;
  readonly realizedUnits: number;
}

/** Somebody has taken the lots over at the bankruptcy price: the fund, or the other side that was deleveraged. */
export const isTakenOver = ({ method, fills, closedQuantity }: LiquidationStep): boolean =>
  method === "adl" || (method === "insurance-fund" && fills.length === 0 && !/^[0.]*$/.test(closedQuantity));

/** What a step closed, for how much, and what it cost: from its fills, or at the bankruptcy price. */
export function checkClosing(of: StepNumbers): readonly Check[] {
  const { method, closedQuantity } = of.step;
  if (method === "orders" || of.numbers.lots(closedQuantity) === 0) return checkNothing(of);
  return isTakenOver(of.step) ? checkTakeOver(of) : [...checkFills(of), ...checkCost(of)];
}

/** The step that decides, and one that found nobody, close nothing and cost nothing. */
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

/** Terms with a plus between them; of many only how many there are. */
function sumOf(fills: readonly Fill[], termOf: (fill: Fill) => readonly Part[]): readonly Part[] {
  if (fills.length > MOST_TERMS) return ["Σ × ", figure(String(fills.length), "count")];
  return fills.flatMap((fill, at) => [...(at === 0 ? [] : [" + "]), ...termOf(fill)]);
}

/** Each fill is worth its price times its quantity; all of them are what the step says that it closed. */
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

/**
 * Fee and loss follow from the fills. Of several fills of a cross position the later ones depend on which money the
 * earlier ones took, which no evidence holds.
 */
function checkCost(of: StepNumbers): readonly Check[] {
  const { numbers, step, account, liquidationFeePpm } = of;
  const fee = figure(step.fee, "money");
  const loss = figure(step.loss, "money");
  if (account !== undefined && step.fills.length > 1) {
    return [
      missing("fee", "records.checkAccountFee", fee),
      missing("loss", "records.checkAccountLoss", loss),
    ];
  }
  const closing = replay(of);
  const money = (units: number) => figure(numbers.amount(units), "money");
  return [
    derived("realized", "records.checkRealized", [], money(closing.realizedUnits)),
    compared(
      "fee",
      "records.checkLiquidationFee",
      [figure(step.closedQuote, "money"), " × ", figure(writeRate(liquidationFeePpm), "rate")],
      money(closing.feeUnits),
      fee,
    ),
    compared("loss", "records.checkLoss", [], money(closing.lossUnits), loss),
  ];
}

/** Fill by fill: the closed part realizes its profit, its margin bears the loss and then the fee, the fund the rest. */
function replay(of: StepNumbers): Closing {
  const { numbers, step, account, backingUnits, lots, costUnits, marginUnits, liquidationFeePpm } = of;
  let state: Closing = { lots, costUnits, marginUnits, feeUnits: 0, lossUnits: 0, realizedUnits: 0 };
  for (const fill of step.fills) {
    const closed = numbers.lots(fill.quantity);
    const units = numbers.units(fill.quote);
    const next = afterClosing(state, closed);
    const released = state.marginUnits - next.marginUnits;
    const profit = realizedOf(state.lots, state.costUnits - next.costUnits, units);
    // An isolated position has its margin, a cross one its share of what stands behind it.
    const share =
      account === undefined ? released : multiplyDivideFloor(backingUnits, closed, Math.abs(state.lots));
    const loss = Math.max(0, 0 - profit - share);
    const fee = Math.max(0, Math.min(feeInVenueFavour(units, liquidationFeePpm), released + profit + loss));
    state = {
      ...next,
      feeUnits: state.feeUnits + fee,
      lossUnits: state.lossUnits + loss,
      realizedUnits: state.realizedUnits + profit + loss,
    };
  }
  return state;
}

/** The position without `closed` lots: they take their part of its cost and margin along. */
function afterClosing(state: Closing, closed: number): Closing {
  const size = Math.abs(state.lots);
  const left = size - closed;
  return {
    ...state,
    lots: state.lots > 0 ? left : 0 - left,
    costUnits: state.costUnits - closedCostOf(state.costUnits, state.lots, closed),
    marginUnits: left <= 0 ? 0 : multiplyDivideFloor(state.marginUnits, left, size),
  };
}

/** Taken over at the bankruptcy price, to the unit, without a fee. */
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
 * Steps of one command follow each other: nobody can have traded or moved margin between them, so the next one begins
 * with what this one left.
 */
export function checkContinuation(of: StepNumbers, next: StepNumbers | undefined): readonly Check[] {
  const { numbers, step, account } = of;
  if (next === undefined || next.step.seq > step.seq) return [];
  const closed = numbers.lots(step.closedQuantity);
  const start: Closing = { ...of, feeUnits: 0, lossUnits: 0, realizedUnits: 0 };
  const left = closed === 0 ? start : isTakenOver(step) ? afterClosing(start, closed) : replay(of);
  const isTheSame =
    left.costUnits === next.costUnits && (account !== undefined || left.marginUnits === next.marginUnits);
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
