import type { ErrorName } from "@candor/domain/errors/errors";
import type { FieldProblem, RejectionParams } from "@candor/wire/rejection";

/** Why there was no reply. */
export type NetworkFault = "network.failure" | "network.timeout";

/** A rejected call, or one whose outcome is unknown. Branch on `error`; `message` is for display. */
export class ApiError extends Error {
  /** Error number from the catalog; HTTP status if the failure has no body; 0 if there was no response. */
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

  /** The call may or may not have been executed. Repeating it with the same key is safe and returns the outcome. */
  get outcomeUnknown(): boolean {
    return (
      this.error === "network.failure" ||
      this.error === "network.timeout" ||
      this.error === "system.failure" ||
      this.error === "system.unavailable" ||
      this.error === "system.outcomeUnknown"
    );
  }
}

/** Returns how long to wait before retrying, from the rate limit's reply; 0 if this is not a rate limit error. */
export function retryAfterMs(error: unknown): number {
  const waitMs = error instanceof ApiError ? error.params["retryAfterMs"] : 0;
  return typeof waitMs === "number" ? waitMs : 0;
}
