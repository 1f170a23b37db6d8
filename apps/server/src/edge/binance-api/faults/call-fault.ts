import { BINANCE, BinanceError } from "../binance-error.ts";

/** What a fault does to a call, instead of a plain answer. */
export interface CallFault {
  /** Milliseconds that pass before the call. */
  readonly latency: Latency | undefined;
  /** Undefined for a late answer that is otherwise unchanged. */
  readonly answer: FaultyAnswer | undefined;
  /** Whether the call takes place although its own answer is lost. */
  readonly isExecuted: boolean;
  /** For the answers 429 and 418. */
  readonly retrySeconds: number;
}

/** Even between two values, or exponential around a mean. */
export type Latency =
  | { readonly kind: "between"; readonly fromMs: number; readonly toMs: number }
  | { readonly kind: "around"; readonly meanMs: number };

/** `drop` closes the connection; `stall` leaves it open without an answer. */
export type LostAnswer = "drop" | "stall";
type FaultyAnswer = LostAnswer | "429" | "418" | "503" | ErrorCode;
type ErrorCode = keyof typeof ERRORS;

const ERRORS = {
  "-1000": BINANCE.unknown,
  "-1001": BINANCE.unavailable,
  "-1003": BINANCE.tooManyRequests,
  "-1007": BINANCE.outcomeUnknown,
  "-1015": BINANCE.tooManyOrders,
  "-1016": () => BINANCE.closed(""),
  "-1021": () => BINANCE.clock(false),
} as const satisfies Record<string, (retrySeconds: number) => BinanceError>;

const OTHERS = ["429", "418", "503", "drop", "stall"] as const;
/** Answers that leave open whether the call took place. */
const OPEN_OUTCOMES: ReadonlySet<string> = new Set(["-1000", "-1001", "-1007", "503", "drop", "stall"]);
/** Longer than clients wait. */
const MAX_LATENCY_MS = 120_000;
const MAX_RETRY_SECONDS = 3_600;
/** Of the mean: an exponential delay has no end of its own. */
const LONGEST_OF_MEAN = 10;
const SECOND_MS = 1_000;

/** The text of a fault cannot be read. */
export class FaultTextError extends Error {}

/**
 * Reads a fault such as `latency=100..500; answer=-1007; executed`.
 * @throws FaultTextError with what is wrong
 */
export function readCallFault(text: string): CallFault {
  let latency: Latency | undefined;
  let answer: FaultyAnswer | undefined;
  let isExecuted = false;
  let retrySeconds = 1;
  const seen = new Set<string>();
  for (const part of text.split(";")) {
    const [name = "", value = ""] = part.split("=", 2).map((each) => each.trim());
    if (seen.has(name)) throw new FaultTextError(`${name} is given twice`);
    seen.add(name);
    if (name === "latency") latency = readLatency(value);
    else if (name === "answer") answer = readAnswer(value);
    else if (name === "retry") retrySeconds = readNumber(name, value, MAX_RETRY_SECONDS);
    else if (name === "executed" && value === "") isExecuted = true;
    else throw new FaultTextError(`"${part.trim()}" is none of latency=…, answer=…, retry=…, executed`);
  }
  if (isExecuted && (answer === undefined || !OPEN_OUTCOMES.has(answer)))
    throw new FaultTextError(`executed needs one of answer=${[...OPEN_OUTCOMES].join(", ")}`);
  return { latency, answer, isExecuted, retrySeconds };
}

function readLatency(text: string): Latency {
  const [, from, to] = /^([0-9]+)(?:\.\.([0-9]+))?$/.exec(text) ?? [];
  const mean = /^~([0-9]+)$/.exec(text)?.[1];
  if (mean !== undefined) return { kind: "around", meanMs: readNumber("latency", mean, MAX_LATENCY_MS) };
  if (from === undefined)
    throw new FaultTextError(`latency must be like 200, 100..500 or ~200, got "${text}"`);
  const fromMs = readNumber("latency", from, MAX_LATENCY_MS);
  const toMs = to === undefined ? fromMs : readNumber("latency", to, MAX_LATENCY_MS);
  if (toMs < fromMs)
    throw new FaultTextError(`latency must go from the smaller value to the larger one, got "${text}"`);
  return { kind: "between", fromMs, toMs };
}

function readAnswer(text: string): FaultyAnswer {
  if (Object.hasOwn(ERRORS, text)) return text as ErrorCode;
  const other = OTHERS.find((each) => each === text);
  if (other !== undefined) return other;
  throw new FaultTextError(
    `answer must be one of ${[...OTHERS, ...Object.keys(ERRORS)].join(", ")}, got "${text}"`,
  );
}

function readNumber(name: string, text: string, max: number): number {
  if (!/^[0-9]{1,9}$/.test(text) || Number(text) > max)
    throw new FaultTextError(`${name} must be a whole number up to ${max}, got "${text}"`);
  return Number(text);
}

/** @param random from 0 to below 1 */
export function latencyMs(latency: Latency, random: number): number {
  if (latency.kind === "between")
    return latency.fromMs + Math.floor(random * (latency.toMs - latency.fromMs + 1));
  return Math.min(Math.log(1 / (1 - random)), LONGEST_OF_MEAN) * latency.meanMs;
}

/** Returns how an answer is lost; undefined if there is one. */
export const lostAnswer = ({ answer }: CallFault): LostAnswer | undefined =>
  answer === "drop" || answer === "stall" ? answer : undefined;

/** Returns the refusal that a call gets instead of its answer; undefined if it gets its own. */
export function refusalBy({ answer, retrySeconds }: CallFault, nowMs: number): BinanceError | undefined {
  switch (answer) {
    case undefined:
    case "drop":
    case "stall":
      return undefined;
    case "429":
      return BINANCE.tooManyRequests(retrySeconds);
    case "503":
      return new BinanceError(503, 0, "Service Unavailable.");
    case "418": {
      const untilMs = nowMs + retrySeconds * SECOND_MS;
      const text = `Way too much request weight used; IP banned until ${untilMs}.`;
      return new BinanceError(
        418,
        -1003,
        `${text} Please use WebSocket Streams for live updates to avoid bans.`,
        retrySeconds,
      );
    }
    default:
      return ERRORS[answer](retrySeconds);
  }
}
