import type { Logger } from "pino";
import type { Environment } from "../../config/environment.ts";
import type { Closers } from "../../kit/closers.ts";
import type { Alarms } from "../../operators/alarms/alarms.ts";
import type { MailHealth } from "../../operators/alarms/mail-health.ts";

/** What every stage of a start needs. */
export interface Start {
  readonly environment: Environment;
  readonly log: Logger;
  /** What is wrong with the exchange now: every part may raise and clear. */
  readonly alarms: Alarms;
  /** Counts the messages to people that could not be handed over. */
  readonly mail: MailHealth;
  /** Takes what was started, in order. */
  readonly closers: Closers;
  /** The server cannot go on; the process has to end. */
  readonly onFatal: (error: Error) => void;
}
