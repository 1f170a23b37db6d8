import type { Logger } from "pino";
import type { Environment } from "../../config/environment.ts";
import type { Closers } from "../../kit/closers.ts";
import type { Alarms } from "../../operators/alarms/alarms.ts";
import type { MailHealth } from "../../operators/alarms/mail-health.ts";

/** Shared by all startup stages. */
export interface Start {
  readonly environment: Environment;
  readonly log: Logger;
  /** Current problems of the exchange; every part may raise and clear alarms. */
  readonly alarms: Alarms;
  /** Counts undelivered messages to people. */
  readonly mail: MailHealth;
  /** Collects what was started, in order. */
  readonly closers: Closers;
  /** Called when the server cannot continue; the process must exit. */
  readonly onFatal: (error: Error) => void;
}
