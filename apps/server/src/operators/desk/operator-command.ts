import type { AuditFacts } from "../../kit/durable/audit-log.ts";
import type { ChannelRequest, OperatorResult, Refusal, Row } from "../protocol/operator-messages.ts";

/** A permitted action: the state before it, and the function that carries it out. */
export interface PlannedAction {
  /** Target in its canonical form, for the audit log. */
  readonly target: string;
  readonly before: AuditFacts;
  readonly act: (
    operator: string,
  ) => Promise<
    { readonly after: AuditFacts; readonly note: string; readonly rows?: readonly Row[] } | Refusal
  >;
}

/** A command that only reads. */
export interface ReadCommand {
  readonly kind: "read";
  /** Whether personal documents are shown: the access is logged first. */
  readonly isAudited?: boolean;
  readonly read: (request: ChannelRequest) => Promise<OperatorResult | Refusal> | OperatorResult | Refusal;
}

/** A command that changes something; always logged. */
export interface ActCommand {
  readonly kind: "act";
  readonly plan: (request: ChannelRequest) => Promise<PlannedAction | Refusal> | PlannedAction | Refusal;
}

export type OperatorCommand = ReadCommand | ActCommand;
