import { BusyError } from "../bounded-work.ts";

/** So many requests wait for a hash already that this one is sent away. */
export class HasherBusyError extends BusyError {
  constructor() {
    super("too many passwords are being checked");
    this.name = "HasherBusyError";
  }
}
