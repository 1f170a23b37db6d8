import type { Language } from "@candor/domain/enumerations";
import { Rejected } from "@candor/wire/rejection";
import { describeRejection } from "../../gateway/describe-rejection.ts";

/** A replacement whose cancel or whose new order was rejected. */
export class FailedReplacement {
  readonly failed: "cancel" | "place";
  readonly rejected: Rejected;
  /** The reply to the cancel, if that was executed. */
  readonly canceled: object | undefined;

  constructor(failed: "cancel" | "place", rejected: Rejected, canceled?: object) {
    this.failed = failed;
    this.rejected = rejected;
    this.canceled = canceled;
  }
}

/** The accepted call's reply, or why it was rejected. */
export type OrderOutcome = object | Rejected | FailedReplacement;

/** What an executed replacement returns. */
export interface Replaced {
  readonly canceled: object;
  readonly placed: object;
}

export function isReplaced(outcome: OrderOutcome): outcome is Replaced {
  return !(outcome instanceof Rejected) && !(outcome instanceof FailedReplacement);
}

/** Writes the reply to an order message: the envelope of the calls, with `data` as plain JSON. */
export function writeOrderReply(
  id: string | number | undefined,
  outcome: OrderOutcome,
  language: Language,
  nowMs: number,
): string {
  // Ids contain nothing that JSON escapes.
  const shown = id === undefined ? "null" : typeof id === "number" ? String(id) : `"${id}"`;
  const head = `{"type":"order.reply","id":${shown},"time":${Math.floor(nowMs / 1_000)}`;
  const rejected = outcome instanceof FailedReplacement ? outcome.rejected : outcome;
  if (!(rejected instanceof Rejected)) return `${head},"code":1,"msg":"","data":${JSON.stringify(outcome)}}`;
  const { code, data, message } = describeRejection(rejected, language);
  const more =
    outcome instanceof FailedReplacement ? { failed: outcome.failed, canceled: outcome.canceled } : {};
  const text = JSON.stringify({ ...data, ...more });
  return `${head},"code":${code},"msg":${JSON.stringify(message)},"data":${text}}`;
}
