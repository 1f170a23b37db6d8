import { BusyError } from "../../../kit/limits/bounded-work.ts";

/** The hash queue is full. */
export class HasherBusyError extends BusyError {
  constructor(retryAfterMs: number) {
    super("password queue full", retryAfterMs);
    this.name = "HasherBusyError";
  }
}
