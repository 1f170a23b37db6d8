import type { ErrorName } from "@candor/domain/errors/errors";
import type { z } from "zod";

/** Whether a login is needed: `public` (–) no, `optional` (?) no, but it adds to the reply, `required` (L) yes. */
type CallLogin = "public" | "optional" | "required";
/** `money` (M) rejects unknown fields, `read` (R) ignores them. */
type CallKind = "money" | "read";
/** Selects the parameter error: 100 in `trade`, 111 in all others. */
export type CallFamily = "trade" | "mining" | "wallet" | "withdrawal" | "user" | "other";
/** Rate limit that counts the call. */
export type RateClass =
  | "read"
  | "order"
  | "cancel"
  | "money"
  | "credential"
  | "code"
  | "upload"
  | "chat"
  | "document"
  | "export"
  | "faucet";

export interface WireCall<
  Request extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Path extends string = string,
> {
  readonly method: "GET" | "POST";
  /** Spelled as in the specification; requests may use any letter case. */
  readonly path: Path;
  readonly login: CallLogin;
  readonly kind: CallKind;
  readonly family: CallFamily;
  readonly rateClass: RateClass;
  /** Weight of the call in its rate limits. */
  readonly weight: number;
  /** Still answers while the site is closed. */
  readonly answersWhileClosed: boolean;
  /** Not listed in the specification. */
  readonly added: boolean;
  readonly group: string;
  readonly summary: string;
  readonly request: Request;
  /** `data` of an accepted call. */
  readonly reply: Reply;
  /** The call's own rejections, in order. */
  readonly rejects: readonly ErrorName[];
  /** Errors of absent fields that take precedence over all other format errors, in order. */
  readonly empty: Readonly<Record<string, ErrorName>>;
  /** Request fields that are neither compared nor checked again when a key is repeated. */
  readonly secrets: readonly string[];
  /** Request fields where `null` has a meaning; elsewhere it counts as absent. */
  readonly nullable: readonly string[];
  /** Request fields that are kept as sent, with every `null` and empty text inside. */
  readonly verbatim: readonly string[];
}

/** Weight of a read that queries the database or computes a proof, about four times the work of a read from memory. */
export const HISTORY_WEIGHT = 4;

type Marks = `${"-" | "?" | "L"} ${"M" | "R"}${"" | " C"} ${CallFamily}${"" | " +"}`;

interface CallInput<Request extends z.ZodType, Reply extends z.ZodType, Path extends string> {
  /** Method and path, `POST /Entrus/doOrder`. */
  readonly call: `${"GET" | "POST"} ${Path}`;
  /** In the notation of the wire's page: login kind [C] family [+]. */
  readonly marks: Marks;
  readonly group: string;
  readonly summary: string;
  readonly rateClass?: RateClass;
  readonly weight?: number;
  readonly request: Request;
  readonly reply: Reply;
  readonly rejects?: readonly ErrorName[];
  readonly empty?: Readonly<Record<string, ErrorName>>;
  readonly secrets?: readonly string[];
  readonly nullable?: readonly string[];
  readonly verbatim?: readonly string[];
}

const LOGIN = { "-": "public", "?": "optional", L: "required" } as const;

export function defineCall<Request extends z.ZodType, Reply extends z.ZodType, Path extends `/${string}`>(
  input: CallInput<Request, Reply, Path>,
): WireCall<Request, Reply, Path> {
  const [method, path] = input.call.split(" ") as ["GET" | "POST", Path];
  const [login, kind, ...rest] = input.marks.split(" ") as ["-" | "?" | "L", "M" | "R", ...string[]];
  const family = rest.find((word) => word !== "C" && word !== "+") as CallFamily;
  return {
    method,
    path,
    login: LOGIN[login],
    kind: kind === "M" ? "money" : "read",
    family,
    rateClass: input.rateClass ?? (kind === "M" ? "money" : "read"),
    weight: input.weight ?? 1,
    answersWhileClosed: rest.includes("C"),
    added: rest.includes("+"),
    group: input.group,
    summary: input.summary,
    request: input.request,
    reply: input.reply,
    rejects: input.rejects ?? [],
    empty: input.empty ?? {},
    secrets: input.secrets ?? [],
    nullable: input.nullable ?? [],
    verbatim: input.verbatim ?? [],
  };
}

/** Returns the error for a malformed request. */
export function parameterError(family: CallFamily): "trade.invalidParameters" | "request.parameterError" {
  return family === "trade" ? "trade.invalidParameters" : "request.parameterError";
}

/** Returns the error of a call's rate limit. */
export function tooFastError(
  call: Pick<WireCall, "family" | "rateClass">,
): "trade.tooFast" | "user.sendingTooFrequently" | "request.tooFast" {
  if (call.rateClass === "code") return "user.sendingTooFrequently";
  return call.family === "trade" ? "trade.tooFast" : "request.tooFast";
}
