import type { CallReply } from "@candor/wire/calls";
import type { MessageKey } from "../../../i18n/message-keys.ts";

export type Evidence = CallReply<"evidence">;
export type FundingInputs = Extract<Evidence["inputs"], { readonly kind: "funding" }>;
export type LiquidationInputs = Extract<Evidence["inputs"], { readonly kind: "liquidation" }>;
export type LeverInterestInputs = Extract<Evidence["inputs"], { readonly kind: "lever-interest" }>;
export type LeverInterestResult = Extract<Evidence["result"], { readonly kind: "lever-interest" }>;
export type LeverLiquidationInputs = Extract<Evidence["inputs"], { readonly kind: "lever-liquidation" }>;
export type LeverLiquidationResult = Extract<Evidence["result"], { readonly kind: "lever-liquidation" }>;
export type OptionInputs = Extract<Evidence["inputs"], { readonly kind: "option" }>;
export type LiquidationStep = LiquidationInputs["steps"][number];
export type MiningInputs = Extract<Evidence["inputs"], { readonly kind: "mining" }>;
export type MiningResult = Extract<Evidence["result"], { readonly kind: "mining" }>;
export type FundingResult = Extract<Evidence["result"], { readonly kind: "funding" }>;
export type LiquidationResult = Extract<Evidence["result"], { readonly kind: "liquidation" }>;
export type OptionResult = Extract<Evidence["result"], { readonly kind: "option" }>;

/** One number of a formula, as a decimal string of the wire. */
export interface Figure {
  readonly value: string;
  /** "truth": "1" is true and "0" is false. */
  readonly as: "money" | "rate" | "price" | "quantity" | "count" | "truth";
}

/** Operators of a formula and the figures between them. */
export type Part = string | Figure;

/** "derived": computed, without a stated value to compare. "missing": the evidence lacks the inputs. */
export type Verdict = "agrees" | "differs" | "derived" | "missing";

/** One recomputed step. */
export interface Check {
  readonly key: string;
  readonly words: MessageKey;
  readonly formula: readonly Part[];
  readonly computed: Figure | null;
  readonly stated: Figure | null;
  readonly verdict: Verdict;
}

/** Related steps. */
export interface CheckGroup {
  readonly key: string;
  readonly words: MessageKey;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly checks: readonly Check[];
}

export const figure = (value: string, as: Figure["as"]): Figure => ({ value, as });

/** Writes a figure after its operator: "3 − 70" instead of "3 + −70", "3 + 70" instead of "3 − −70". */
export function signed(sign: "+" | "−", of: Figure): readonly Part[] {
  const isNegative = of.value.startsWith("-");
  const size = isNegative ? { ...of, value: of.value.slice(1) } : of;
  return [(sign === "+") === isNegative ? " − " : " + ", size];
}

export const truth = (is: boolean): Figure => ({ value: is ? "1" : "0", as: "truth" });

/** @param isConsistent further condition for the step to agree */
export function compared(
  key: string,
  words: MessageKey,
  formula: readonly Part[],
  computed: Figure,
  stated: Figure,
  isConsistent = true,
): Check {
  const agrees = isConsistent && computed.value === stated.value;
  return { key, words, formula, computed, stated, verdict: agrees ? "agrees" : "differs" };
}

export const derived = (
  key: string,
  words: MessageKey,
  formula: readonly Part[],
  computed: Figure,
): Check => ({ key, words, formula, computed, stated: null, verdict: "derived" });

/** A stated value that cannot be recomputed from the evidence. */
export const missing = (key: string, words: MessageKey, stated: Figure | null): Check => ({
  key,
  words,
  formula: [],
  computed: null,
  stated,
  verdict: "missing",
});

export interface Tally {
  readonly agreeing: number;
  readonly differing: number;
  readonly missing: number;
}

export function tally(groups: readonly CheckGroup[]): Tally {
  const count = (verdict: Verdict): number =>
    groups.reduce((sum, { checks }) => sum + checks.filter((check) => check.verdict === verdict).length, 0);
  return { agreeing: count("agrees"), differing: count("differs"), missing: count("missing") };
}
