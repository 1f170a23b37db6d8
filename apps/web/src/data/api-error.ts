import type { ErrorName } from "@candor/domain/errors";
import type { FieldProblem, RejectionParams } from "@candor/wire/rejection";

/** Why there is no reply at all. */
export type NetworkFault = "network.failure" | "network.timeout";

/** A call that was refused, or whose fate is not known. Programs branch on `error`; `message` is for people. */
export class ApiError extends Error {
  /** The catalogue's number; the HTTP status of a failure without a body; 0 without any answer. */
  readonly code: number;
  readonly error: ErrorName | NetworkFault;
  readonly params: RejectionParams;
  readonly fields: readonly FieldProblem[];

  constructor(
    code: number,
    error: ErrorName | NetworkFault,
    message: string,
    params: RejectionParams = {},
    fields: readonly FieldProblem[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "ApiError";
    this.code = code;
    this.error = error;
    this.params = params;
    this.fields = fields;
  }

  /** The call may have been done or not: repeating it with the same key is safe and tells. */
  get outcomeUnknown(): boolean {
    return (
      this.error === "network.failure" ||
      this.error === "network.timeout" ||
      this.error === "system.failure" ||
      this.error === "system.unavailable"
    );
  }
}

/** How long nothing but the same refusal is to be expected, as every rate limit says; 0: it was none. */
export function retryAfterMs(error: unknown): number {
  const waitMs = error instanceof ApiError ? error.params["retryAfterMs"] : 0;
  return typeof waitMs === "number" ? waitMs : 0;
}
