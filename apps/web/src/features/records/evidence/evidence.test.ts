import { expect, test } from "vitest";
import type { Evidence, LiquidationStep } from "./check.ts";
import { tally } from "./check.ts";
import { checkEvidence } from "./check-evidence.ts";
import { UnreadableEvidence } from "./evidence-numbers.ts";

/** Computed by hand, with the contract of the specification's example: 0.4% up to 50,000, then 0.5% less 50. */
const TERMS = { tick: "0.1", lot: "0.001", quoteDecimals: 6, baseDecimals: 8 };
const BRACKETS = [
  {
    tier: 1,
    notionalFloor: "0.000000",
    notionalCap: "50000.000000",
    maxLeverage: 100,
    maintenanceRate: "0.004000",
    cumulative: "0.000000",
  },
  {
    tier: 2,
    notionalFloor: "50000.000000",
    notionalCap: "10000000.000000",
    maxLeverage: 50,
    maintenanceRate: "0.005000",
    cumulative: "50.000000",
  },
];
const FRAME = { seq: 1, previousHash: "a".repeat(64), hash: "b".repeat(64) };
const COMMON = { id: "1", seq: 7, frame: FRAME, formula: "", asOfSeq: 9 };

/**
 * 0.5 BTC at 60,000 is worth 30,000; the mean of 100, −50 and 303 ppm is 117, which interest pulls to 100: 3 is due.
 */
const funding = (): Evidence => ({
  ...COMMON,
  kind: "funding",
  inputs: {
    kind: "funding",
    terms: TERMS,
    premiums: ["0.000100", "-0.000050", "0.000303"],
    interestRate: "0.000100",
    capRate: "0.007500",
    indexPrice: "59990.10000000",
    markPrice: "60000.0",
    positionSide: "long",
    quantity: "0.500",
    dueAtMs: 1_767_225_600_000,
  },
  result: {
    kind: "funding",
    meanPremium: "0.000117",
    fundingRate: "0.000100",
    amount: "-3.000000",
    missing: "0.000000",
    remainder: null,
    payment: {
      fundingId: "1",
      symbol: "BTCUSDT",
      positionSide: "long",
      quantity: "0.500",
      markPrice: "60000.0",
      fundingRate: "0.000100",
      amount: "-3.000000",
      timeMs: 1_767_225_600_000,
      seq: 7,
    },
  },
});

/** Long 0.5 BTC bought at 60,000 with a margin of 1,500: at 57,100 equity is 50 and maintenance 114.2. */
const FIRST: LiquidationStep = {
  seq: 7,
  method: "orders",
  side: "long",
  quantity: "0.500",
  entryCost: "30000.000000",
  margin: "1500.000000",
  equity: "50.000000",
  maintenanceMargin: "114.200000",
  walletBalance: "1500.000000",
  positions: [],
  tier: 1,
  mark: {
    indexPrice: "57100.00000000",
    fundingTerm: "57105.00000000",
    basisTerm: "57100.04000000",
    lastTerm: "57000.00000000",
    markPrice: "57100.0",
  },
  closedQuantity: "0.000",
  closedQuote: "0.000000",
  price: null,
  fills: [],
  fee: "0.000000",
  loss: "0.000000",
  fundAfter: "1000.000000",
  fundHolds: { side: null, quantity: "0.000", entryCost: "0.000000" },
  counterpartyRealized: null,
  timeMs: 1_767_225_600_000,
};
/** Selling 0.2 at 57,400 loses 520 of a margin of 600: the fee of 57.40 is covered. */
const BOOK: LiquidationStep = {
  ...FIRST,
  method: "book",
  closedQuantity: "0.200",
  closedQuote: "11480.000000",
  price: "57000.0",
  fills: [
    {
      tradeId: "5",
      price: "57400.0",
      quantity: "0.200",
      quote: "11480.000000",
      realizedProfit: "-520.000000",
      fee: "57.400000",
      loss: "0.000000",
    },
  ],
  fee: "57.400000",
  fundAfter: "1057.400000",
};
/** Of the remaining 0.3, the fund takes 0.1 at 56,900: a loss of 310 against a margin of 300. */
const FUND: LiquidationStep = {
  ...BOOK,
  method: "insurance-fund",
  quantity: "0.300",
  entryCost: "18000.000000",
  margin: "900.000000",
  equity: "30.000000",
  maintenanceMargin: "68.520000",
  closedQuantity: "0.100",
  closedQuote: "5690.000000",
  fills: [
    {
      tradeId: "6",
      price: "56900.0",
      quantity: "0.100",
      quote: "5690.000000",
      realizedProfit: "-300.000000",
      fee: "0.000000",
      loss: "10.000000",
    },
  ],
  fee: "0.000000",
  loss: "10.000000",
  fundAfter: "1047.400000",
};
/** A counterparty gives up 0.2 at the bankruptcy price: (12,000 − 600) in total. */
const ADL: LiquidationStep = {
  ...FUND,
  method: "adl",
  quantity: "0.200",
  entryCost: "12000.000000",
  margin: "600.000000",
  equity: "20.000000",
  maintenanceMargin: "45.680000",
  closedQuantity: "0.200",
  closedQuote: "11400.000000",
  price: "57000.0",
  fills: [],
  loss: "0.000000",
  counterpartyRealized: "10.000000",
};

const liquidation = (): Evidence => ({
  ...COMMON,
  kind: "liquidation",
  inputs: {
    kind: "liquidation",
    terms: TERMS,
    positionId: "3",
    marginMode: "isolated",
    brackets: BRACKETS,
    liquidationFeeRate: "0.005000",
    takerFeeRate: "0.000500",
    contracts: [],
    steps: [FIRST, BOOK, FUND, ADL],
  },
  result: {
    kind: "liquidation",
    loss: "10.000000",
    fee: "57.400000",
    liquidation: {
      liquidationId: "1-2",
      symbol: "BTCUSDT",
      side: "long",
      quantity: "0.200",
      markPrice: "57100.0",
      price: "57400.0",
      method: "book",
      fee: "57.400000",
      timeMs: 1_767_225_600_000,
      seq: 7,
    },
  },
});

const verdictsOf = (evidence: Evidence) =>
  checkEvidence(evidence).flatMap(({ key, checks }) =>
    checks.map((check) => `${key}.${check.key} ${check.verdict}`),
  );

test("EVID-01 a funding payment worked by hand agrees step by step", () => {
  expect(verdictsOf(funding())).toEqual([
    "rate.mean agrees",
    "rate.rate agrees",
    "payment.value derived",
    "payment.amount agrees",
    "payment.record agrees",
  ]);
});

test("EVID-01 what a payer could not pay is part of the sum, and a receiver's amount is rounded down", () => {
  const short = funding();
  if (short.result.kind !== "funding") throw new Error("not a funding");
  const poor = {
    ...short,
    result: {
      ...short.result,
      amount: "-2.500000",
      missing: "0.500000",
      remainder: "0.000001",
      payment: { ...short.result.payment, amount: "-2.500000" },
    },
  };
  expect(tally(checkEvidence(poor))).toEqual({ agreeing: 4, differing: 0, missing: 0 });
  expect(tally(checkEvidence({ ...poor, result: { ...poor.result, missing: "0.400000" } })).differing).toBe(
    1,
  );
});

test("EVID-02 a liquidation worked by hand agrees: book, insurance fund and auto-deleverage", () => {
  const verdicts = verdictsOf(liquidation());
  expect(verdicts.filter((line) => line.endsWith("differs"))).toEqual([]);
  expect(verdicts.filter((line) => line.endsWith("missing"))).toEqual([]);
  expect(verdicts).toContain("step-1.fee agrees");
  expect(verdicts).toContain("step-1.next agrees");
  expect(verdicts).toContain("step-2.loss agrees");
  expect(verdicts).toContain("step-3.quote agrees");
  expect(verdicts).toContain("sums.record agrees");
});

const ETH = { symbol: "ETHUSDT", terms: { ...TERMS, tick: "0.01", lot: "0.01" }, brackets: BRACKETS };
const mark = (price: string) => ({
  indexPrice: price,
  fundingTerm: price,
  basisTerm: price,
  lastTerm: price,
  markPrice: price,
});

/**
 * The same position with cross margin, plus a short of 1 ETH that has lost 10 and needs 12.04, and 5 of isolated
 * margin. Of the wallet's 1,515 the position could lose 1,500.
 */
function cross(): Evidence {
  const told = liquidation();
  if (told.inputs.kind !== "liquidation" || told.result.kind !== "liquidation")
    throw new Error("no liquidation");
  const account = {
    equity: "50.000000",
    maintenanceMargin: "126.240000",
    walletBalance: "1515.000000",
    positions: [
      {
        symbol: "BTCUSDT",
        marginMode: "cross" as const,
        side: "long" as const,
        quantity: "0.500",
        entryCost: "30000.000000",
        margin: "1500.000000",
        mark: FIRST.mark,
      },
      {
        symbol: "ETHUSDT",
        marginMode: "cross" as const,
        side: "short" as const,
        quantity: "1.00",
        entryCost: "3000.000000",
        margin: "300.000000",
        mark: mark("3010.00"),
      },
      {
        symbol: "SOLUSDT",
        marginMode: "isolated" as const,
        side: "long" as const,
        quantity: "1.00",
        entryCost: "100.000000",
        margin: "5.000000",
        mark: mark("100.00"),
      },
    ],
  };
  return {
    ...told,
    inputs: {
      ...told.inputs,
      marginMode: "cross",
      contracts: [
        { symbol: "BTCUSDT", terms: TERMS, brackets: BRACKETS },
        ETH,
        { ...ETH, symbol: "SOLUSDT" },
      ],
      steps: [
        { ...FIRST, ...account },
        { ...BOOK, ...account },
      ],
    },
    result: { ...told.result, loss: "0.000000" },
  };
}

test("EVID-02 of a cross position the whole account is computed: all its positions, their marks and the wallet", () => {
  const verdicts = verdictsOf(cross());
  expect(verdicts.filter((line) => /differs|missing/.test(line))).toEqual([]);
  expect(verdicts).toContain("step-0.equity agrees");
  expect(verdicts).toContain("step-1.bankruptcy agrees");
  expect(verdicts).toContain("step-1.fee agrees");
});

test("EVID-02 a bankruptcy price counts other positions at mark or index, whichever is worse, since rules 3", () => {
  const told = cross();
  if (told.inputs.kind !== "liquidation") throw new Error("no liquidation");
  // The short loses 10 at the index of 3,010; at a manipulated mark price it would be 5.
  const moved = { ...mark("3005.00"), indexPrice: "3010.00000000" };
  const steps = told.inputs.steps.map((step) => ({
    ...step,
    equity: "55.000000",
    maintenanceMargin: "126.220000",
    positions: step.positions.map((position, at) => (at === 1 ? { ...position, mark: moved } : position)),
  }));
  const newer: Evidence = { ...told, inputs: { ...told.inputs, steps } };
  expect(verdictsOf(newer).filter((line) => /differs|missing/.test(line))).toEqual([]);
  // Mark prices only, as in earlier rules: equity of 1,505 for half a bitcoin that cost 30,000.
  const older: Evidence = {
    ...told,
    inputs: { ...told.inputs, steps: steps.map((step) => ({ ...step, price: step.price && "56990.0" })) },
  };
  expect(verdictsOf(older)).toContain("step-1.bankruptcy agrees");
});

/**
 * The cross account with 1,100 less: 400 back the position, 50 of it margin; the short has lost 10. Three fills of 0.1,
 * 0.1 and 0.3.
 */
function drained(): Evidence {
  const told = cross();
  const [first, book] = told.inputs.kind === "liquidation" ? told.inputs.steps : [];
  if (told.inputs.kind !== "liquidation" || first === undefined || book === undefined)
    throw new Error("no steps");
  const positions = first.positions.map((position, at) =>
    at === 0 ? { ...position, margin: "50.000000" } : position,
  );
  const poor = { margin: "50.000000", equity: "-1050.000000", walletBalance: "415.000000", positions };
  const fill = (
    tradeId: string,
    price: string,
    quantity: string,
    quote: string,
    ...cost: readonly string[]
  ) => {
    const [realizedProfit = "", fee = "", loss = ""] = cost;
    return { tradeId, price, quantity, quote, realizedProfit, fee, loss };
  };
  const closing: LiquidationStep = {
    ...book,
    ...poor,
    method: "insurance-fund",
    price: "59200.0",
    closedQuantity: "0.500",
    closedQuote: "29140.010000",
    fills: [
      // A fee of 30.015 is due: 10 of margin and 3 of profit are available.
      fill("5", "60030.0", "0.100", "6003.000000", "3.000000", "13.000000", "0.000000"),
      // 390 remain, a quarter for these lots: enough for a loss of 70.
      fill("6", "59300.0", "0.100", "5930.000000", "-70.000000", "0.000000", "0.000000"),
      // 320 remain for a loss of 793.
      fill("7", "57356.7", "0.300", "17207.010000", "-320.000000", "0.000000", "472.990000"),
    ],
    fee: "13.000000",
    loss: "472.990000",
  };
  const { result } = told;
  if (result.kind !== "liquidation") throw new Error("no liquidation");
  return {
    ...told,
    inputs: {
      ...told.inputs,
      steps: [{ ...first, ...poor }, closing],
    },
    result: {
      ...result,
      fee: "13.000000",
      loss: "472.990000",
      liquidation: {
        ...result.liquidation,
        method: "insurance-fund",
        quantity: "0.500",
        price: "58280.0",
        fee: "13.000000",
      },
    },
  };
}

test("EVID-02 of several fills of a cross position each one's profit, fee and loss follow from the account", () => {
  const verdicts = verdictsOf(drained());
  expect(verdicts.filter((line) => /differs|missing/.test(line))).toEqual([]);
  for (const key of ["realized", "fee", "loss"]) expect(verdicts).toContain(`step-1.${key} agrees`);
});

test("EVID-02 a sum of profits and losses has one sign between two figures", () => {
  const formulas = checkEvidence(drained())
    .flatMap(({ checks }) => checks)
    .map(({ formula }) => formula.map((part) => (typeof part === "string" ? part : part.value)).join(""));
  expect(formulas.filter((formula) => /[+−] -/.test(formula))).toEqual([]);
  expect(formulas.some((formula) => /^-?[\d.]+( − [\d.]+)+$/.test(formula))).toBe(true);
});

test("EVID-02 what the insurance fund takes over it takes at the bankruptcy price", () => {
  const told = liquidation();
  if (told.inputs.kind !== "liquidation" || told.result.kind !== "liquidation")
    throw new Error("no liquidation");
  const takenOver = { ...ADL, method: "insurance-fund" as const, counterpartyRealized: null };
  const steps = [...told.inputs.steps.slice(0, 3), takenOver];
  const evidence = { ...told, inputs: { ...told.inputs, steps } };
  expect(tally(checkEvidence(evidence))).toMatchObject({ differing: 0, missing: 0 });
  const dearer = { ...takenOver, closedQuote: "11399.000000" };
  const changedSteps = [...told.inputs.steps.slice(0, 3), dearer];
  expect(isNoticed({ ...evidence, inputs: { ...evidence.inputs, steps: changedSteps } })).toBe(true);
});

type Leaf = string | number | boolean;
type Json = Leaf | null | readonly Json[] | { readonly [key: string]: Json };

/** Returns the paths of all leaf values. */
function leavesOf(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return value === null ? [] : [path];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...path, key]));
}

function changed(value: Json, [key, ...rest]: readonly string[]): Json {
  if (key === undefined) return otherThan(value as Leaf);
  const parts = value as Record<string, Json>;
  const copy = Array.isArray(value) ? [...(value as Json[])] : { ...parts };
  (copy as Record<string, Json>)[key] = changed(parts[key] as Json, rest);
  return copy;
}

const OTHER: Readonly<Record<string, string>> = {
  long: "short",
  short: "long",
  orders: "book",
  book: "adl",
  "insurance-fund": "orders",
  adl: "book",
};

/** Returns a different value of the same form: the last digit before trailing zeros is incremented. */
function otherThan(value: Leaf): Leaf {
  if (typeof value === "number") return value + 1;
  const text = String(value);
  const digit = /[0-9](?=0*$)/.exec(text.replace(".", "_"));
  if (OTHER[text] !== undefined) return OTHER[text];
  if (digit === null) return `${text}1`;
  const next = text[digit.index] === "9" ? "8" : String(Number(text[digit.index]) + 1);
  return text.slice(0, digit.index) + next + text.slice(digit.index + 1);
}

/**
 * Displayed fields that no computation here uses: times, names, prices without effect, tiers the position is not in, a
 * cap that is not reached. Price and quantity steps only set the units.
 */
const DECIDES_NOTHING =
  /inputs\.terms|steps\.\d+\.seq|capRate|marginMode|indexPrice|dueAtMs|timeMs|positionId|takerFeeRate|tradeId|counterpartyRealized|fundAfter|fundHolds|walletBalance|maxLeverage|fundingId|symbol|liquidationId|\.tier$|payment\.seq|brackets\.1|brackets\.0\.notionalFloor|notionalCap|kind/;

function isNoticed(evidence: Evidence): boolean {
  try {
    return tally(checkEvidence(evidence)).differing > 0;
  } catch (error) {
    if (error instanceof UnreadableEvidence) return true;
    throw error;
  }
}

test.each([
  ["funding", funding()],
  ["liquidation", liquidation()],
])("EVID-03 a changed input or result of a %s fails", (_, evidence) => {
  expect(isNoticed(evidence)).toBe(false);
  const tried: string[] = [];
  for (const part of ["inputs", "result"] as const) {
    for (const path of leavesOf(evidence[part])) {
      const name = `${part}.${path.join(".")}`;
      if (DECIDES_NOTHING.test(name) && !/steps\.\d+\.tier/.test(name)) continue;
      if (/mark\.(fundingTerm|lastTerm)/.test(name)) continue;
      const tampered = changed(evidence, [part, ...path]) as unknown as Evidence;
      expect(isNoticed(tampered), name).toBe(true);
      tried.push(name);
    }
  }
  expect(tried.length).toBeGreaterThan(10);
});

test("EVID-03 a term of the mark matters as soon as it changes the median", () => {
  const told = liquidation();
  const moved = changed(told, ["inputs", "steps", "0", "mark", "fundingTerm"]);
  expect(isNoticed(moved as unknown as Evidence)).toBe(false);
  if (told.inputs.kind !== "liquidation") throw new Error("not a liquidation");
  const mark = { ...FIRST.mark, basisTerm: "57102.00000000" };
  const steps = [{ ...FIRST, mark }, BOOK, FUND, ADL];
  expect(isNoticed({ ...told, inputs: { ...told.inputs, steps } })).toBe(true);
});

test("EVID-03 a cap matters as soon as it binds, and steps that the figures do not fit are unreadable", () => {
  const told = funding();
  const { inputs } = told;
  if (inputs.kind !== "funding") throw new Error("not a funding");
  expect(isNoticed({ ...told, inputs: { ...inputs, capRate: "0.000099" } })).toBe(true);
  const terms = { ...TERMS, tick: "0.7" };
  expect(() => checkEvidence({ ...told, inputs: { ...inputs, terms } })).toThrow(UnreadableEvidence);
});

test.each([
  ["0", "realizedProfit"],
  ["1", "realizedProfit"],
  ["0", "fee"],
  ["2", "fee"],
  ["1", "loss"],
  ["2", "loss"],
])("EVID-03 a changed figure of one of several fills fails: fill %s, %s", (...path) => {
  expect(isNoticed(drained())).toBe(false);
  const tampered = changed(drained(), ["inputs", "steps", "1", "fills", ...path]);
  expect(isNoticed(tampered as unknown as Evidence)).toBe(true);
});

test.each([
  ["0", "walletBalance"],
  ["1", "walletBalance"],
  ["0", "positions", "0", "quantity"],
  ["0", "positions", "0", "entryCost"],
  ["0", "positions", "1", "quantity"],
  ["0", "positions", "1", "entryCost"],
  ["0", "positions", "1", "side"],
  ["1", "positions", "1", "mark", "markPrice"],
  ["0", "positions", "2", "margin"],
])("EVID-03 a changed figure of a cross account fails: step %s, %s %s %s", (...path) => {
  const told = cross();
  expect(isNoticed(told)).toBe(false);
  const found = path.filter((part) => typeof part === "string");
  const tampered = changed(told, ["inputs", "steps", ...found]);
  expect(isNoticed(tampered as unknown as Evidence)).toBe(true);
});
