import { BusyError } from "../../kit/bounded-work.ts";

/** Too many requests wait for a hash already, so this one is refused. */
export class HasherBusyError extends BusyError {
  constructor(retryAfterMs: number) {
    super("too many passwords are being checked", retryAfterMs);
    this.name = "HasherBusyError";
  }
}
