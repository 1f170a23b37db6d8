import { parameterError, type WireCall } from "@candor/wire/call";
import { type FieldProblem, type FieldReason, Rejected, reject } from "@candor/wire/rejection";
import type { z } from "zod";
import type { Payload } from "./envelope.ts";

/** Maximum problems listed in a reply. */
const MAX_PROBLEMS = 20;

/**
 * Checks a payload against its call's schema: returns the request with its defaults, or 100 / 111 with the fields.
 * Missing fields with their own code are checked first.
 */
export function checkRequest(call: WireCall, payload: Payload): unknown {
  for (const [field, error] of Object.entries(call.empty)) {
    if (payload[field] === undefined) return reject(error);
  }
  const result = call.request.safeParse(payload);
  if (result.success) return result.data;
  const fields = firstPerField(result.error.issues.flatMap((issue) => problemsOf(issue, payload)));
  return new Rejected(parameterError(call.family), undefined, fields.slice(0, MAX_PROBLEMS));
}

/** A value may break several rules; list its field once, with the first. */
function firstPerField(problems: readonly FieldProblem[]): FieldProblem[] {
  const first = new Map<string, FieldProblem>();
  for (const problem of problems) if (!first.has(problem.path)) first.set(problem.path, problem);
  return [...first.values()];
}

function problemsOf(issue: z.core.$ZodIssue, payload: Payload): FieldProblem[] {
  const path = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const prefix = path === "" ? "" : `${path}.`;
    return issue.keys.map((key) => ({ path: prefix + key, reason: "unknown" }));
  }
  return [{ path, reason: reasonOf(issue, valueAt(payload, issue.path)) }];
}

function reasonOf(issue: z.core.$ZodIssue, value: unknown): FieldReason {
  if (value === undefined) return "missing";
  switch (issue.code) {
    case "invalid_format":
      return "format";
    case "too_big":
    case "too_small":
    case "not_multiple_of":
      return "range";
    case "invalid_value":
      return typeof value === typeof issue.values[0] ? "range" : "type";
    case "invalid_union":
      return typeof value === "string" ? "range" : "type";
    case "custom":
      return issue.params?.reason === "range" ? "range" : "format";
    default:
      return "type";
  }
}

function valueAt(payload: Payload, path: readonly PropertyKey[]): unknown {
  let value: unknown = payload;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.hasOwn(value, key) ? (value as Record<PropertyKey, unknown>)[key] : undefined;
  }
  return value;
}
