import type { ErrorName } from "@candor/domain/errors/errors";
import type { Wording } from "./translations/catalogue.ts";

const FIELD_REASONS = ["unknown", "missing", "type", "format", "range", "conflict"] as const;
export type FieldReason = (typeof FIELD_REASONS)[number];

/** Which request field is wrong, and how. */
export interface FieldProblem {
  readonly path: string;
  readonly reason: FieldReason;
}

export type RejectionParams = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** Why a call was rejected. Handlers return it as a value; nothing has changed. */
export class Rejected {
  readonly error: ErrorName;
  readonly params: RejectionParams | undefined;
  readonly fields: readonly FieldProblem[] | undefined;
  /** Text for people that replaces the error's own. */
  readonly wording: Wording | undefined;

  constructor(
    error: ErrorName,
    params?: RejectionParams,
    fields?: readonly FieldProblem[],
    wording?: Wording,
  ) {
    this.error = error;
    this.params = params;
    this.fields = fields;
    this.wording = wording;
  }
}

export function reject(error: ErrorName, params?: RejectionParams): Rejected {
  return new Rejected(error, params);
}

/** Rejects a malformed request with its fields and their problems. */
export function rejectFields(
  error: "trade.invalidParameters" | "request.parameterError",
  ...fields: readonly FieldProblem[]
): Rejected {
  return new Rejected(error, undefined, fields);
}

/** Result of an accepted call, or its rejection. */
export type Outcome<T> = T | Rejected;
