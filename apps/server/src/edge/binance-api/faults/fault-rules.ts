import { z } from "zod";
import { type CallFault, FaultTextError, readCallFault } from "./call-fault.ts";

const MAX_RULES = 100;
const MAX_MS = 86_400_000;
const MAX_TIMES = 1_000_000;
const MAX_STALL_MS = 120_000;
/** Every list of rules has the same chances in the same order. */
const SEED = 0x9e3779b9;

/** When a rule applies; without limits, always. */
const bounds = {
  /** Probability, from 0 to 1. */
  chance: z.number().min(0).max(1).optional(),
  /** How often at most. */
  times: z.int().min(1).max(MAX_TIMES).optional(),
  /** From when on, after the list was set. */
  afterMs: z.int().min(0).max(MAX_MS).optional(),
  /** For how long from then on. */
  forMs: z.int().min(1).max(MAX_MS).optional(),
};
const name = z.string().min(1).max(200);
const callRule = z.strictObject({
  fault: z.string().max(200).refine(isCallFault, { error: whyNoFault }),
  method: z.enum(["GET", "POST", "PUT", "DELETE"]).optional(),
  /** `*` at the end stands for any text. */
  path: name.optional(),
  apiKey: name.optional(),
  ...bounds,
});
const streamRule = z.strictObject({
  /** Name of a stream, or a listen key; `*` at the end stands for any text. */
  stream: name,
  /** Leaves out a message, closes the connection, or sends nothing for a while. */
  do: z.enum(["skip", "close", "stall"]),
  stallMs: z.int().min(1).max(MAX_STALL_MS).optional(),
  ...bounds,
});
const list = z.array(z.looseObject({})).max(MAX_RULES);

type StreamRule = z.infer<typeof streamRule>;
type FaultRule = z.infer<typeof callRule> | StreamRule;
export type StreamFault = Pick<StreamRule, "do" | "stallMs">;

/** A rule, and how often it has applied. */
export type AppliedRule = FaultRule & { readonly applied: number };

interface Live {
  readonly rule: FaultRule;
  /** Of a rule for calls. */
  readonly fault: CallFault | undefined;
  applied: number;
}

/** What a rule is chosen by. */
export interface FaultyCall {
  readonly method: string;
  readonly path: string;
  readonly apiKey: string | undefined;
}

/** Faults that the owner of a sandbox asks for, to test programs: the first rule that applies counts. */
export class FaultRules {
  private readonly nowMs: () => number;
  private live: readonly Live[] = [];
  private setAtMs = 0;
  private random = SEED;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  /**
   * Replaces all rules.
   * @param body JSON: a list of rules
   * @returns what is wrong; undefined if the rules are set
   */
  set(body: unknown): string | undefined {
    const parsed = list.safeParse(body);
    if (!parsed.success) return problemOf(parsed.error);
    const live: Live[] = [];
    for (const [at, each] of parsed.data.entries()) {
      const read = ("stream" in each ? streamRule : callRule).safeParse(each);
      if (!read.success) return `rule ${at + 1}: ${problemOf(read.error)}`;
      const rule = read.data;
      live.push({ rule, fault: "fault" in rule ? readCallFault(rule.fault) : undefined, applied: 0 });
    }
    this.live = live;
    this.setAtMs = this.nowMs();
    this.random = SEED;
    return undefined;
  }

  list(): readonly AppliedRule[] {
    return this.live.map(({ rule: each, applied }) => ({ ...each, applied }));
  }

  /** Returns the fault of a call; undefined if it has none. */
  ofCall({ method, path, apiKey }: FaultyCall): CallFault | undefined {
    if (this.live.length === 0) return undefined;
    return this.first(
      ({ rule: each }) =>
        "fault" in each &&
        (each.method ?? method) === method &&
        isLike(path, each.path) &&
        (each.apiKey ?? apiKey) === apiKey,
    )?.fault;
  }

  /** Returns what happens instead of a stream's message; undefined if it is sent. */
  ofMessage(stream: string): StreamFault | undefined {
    if (this.live.length === 0) return undefined;
    const found = this.first(({ rule: each }) => "stream" in each && isLike(stream, each.stream));
    return found !== undefined && "stream" in found.rule ? found.rule : undefined;
  }

  /** Returns the next number from 0 to below 1, the same after every `set`. */
  nextRandom(): number {
    // xorshift32: the quality of chance in a test matters less than that it repeats.
    let next = this.random;
    next ^= next << 13;
    next ^= next >>> 17;
    next ^= next << 5;
    this.random = next >>> 0;
    return this.random / 2 ** 32;
  }

  private first(isMeant: (live: Live) => boolean): Live | undefined {
    const sinceMs = this.nowMs() - this.setAtMs;
    for (const each of this.live) {
      const { afterMs = 0, forMs = Number.POSITIVE_INFINITY, times = Number.POSITIVE_INFINITY } = each.rule;
      if (!isMeant(each) || sinceMs < afterMs || sinceMs >= afterMs + forMs || each.applied >= times)
        continue;
      const { chance } = each.rule;
      if (chance !== undefined && this.nextRandom() >= chance) continue;
      each.applied += 1;
      return each;
    }
    return undefined;
  }
}

function isLike(text: string, pattern: string | undefined): boolean {
  if (pattern === undefined) return true;
  return pattern.endsWith("*") ? text.startsWith(pattern.slice(0, -1)) : text === pattern;
}

function isCallFault(text: string): boolean {
  return problemIn(text) === undefined;
}

function whyNoFault({ input }: { readonly input?: unknown }): string {
  return problemIn(String(input)) ?? "";
}

function problemIn(text: string): string | undefined {
  try {
    readCallFault(text);
    return undefined;
  } catch (error) {
    if (error instanceof FaultTextError) return error.message;
    throw error;
  }
}

function problemOf({ issues: [first] }: z.ZodError): string {
  const field = first?.path.join(".") ?? "";
  return field === "" ? (first?.message ?? "") : `${field}: ${first?.message ?? ""}`;
}
