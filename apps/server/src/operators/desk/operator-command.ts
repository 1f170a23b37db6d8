import type { AuditFacts } from "../../kit/durable/audit-log.ts";
import type { AskedRequest, OperatorResult, Refusal, Row } from "../protocol/operator-messages.ts";

/** An action that may be done: what is before it, and the doing. */
export interface PlannedAction {
  /** What it is about, in its plainest form; goes into the audit log. */
  readonly target: string;
  readonly before: AuditFacts;
  readonly act: (
    operator: string,
  ) => Promise<
    { readonly after: AuditFacts; readonly note: string; readonly rows?: readonly Row[] } | Refusal
  >;
}

/** Shows something. */
export interface ReadCommand {
  readonly kind: "read";
  /** Somebody's documents are shown: who looked is written down first. */
  readonly isAudited?: boolean;
  readonly read: (request: AskedRequest) => Promise<OperatorResult | Refusal> | OperatorResult | Refusal;
}

/** Changes something; is always written down. */
export interface ActCommand {
  readonly kind: "act";
  readonly plan: (request: AskedRequest) => Promise<PlannedAction | Refusal> | PlannedAction | Refusal;
}

export type OperatorCommand = ReadCommand | ActCommand;
