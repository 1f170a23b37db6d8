import { Rejected } from "@candor/wire/rejection";
import { FailedReplacement, type OrderOutcome } from "../socket/orders/order-reply.ts";

/** The fields of a rejection, whose class is lost between threads. */
type SentRejected = Pick<Rejected, "error" | "fields" | "params" | "wording">;

/** The outcome of a replacement, as sent between threads. */
export type SentOutcome =
  | { readonly kind: "accepted"; readonly reply: object }
  | { readonly kind: "rejected"; readonly rejected: SentRejected }
  | {
      readonly kind: "failed";
      readonly part: FailedReplacement["failed"];
      readonly rejected: SentRejected;
      readonly canceled: object | undefined;
    };

export function sentOutcome(outcome: OrderOutcome): SentOutcome {
  if (outcome instanceof Rejected) return { kind: "rejected", rejected: sentRejected(outcome) };
  if (!(outcome instanceof FailedReplacement)) return { kind: "accepted", reply: outcome };
  const { canceled, failed, rejected } = outcome;
  return { kind: "failed", part: failed, rejected: sentRejected(rejected), canceled };
}

export function receivedOutcome(sent: SentOutcome): OrderOutcome {
  if (sent.kind === "accepted") return sent.reply;
  const { error, fields, params, wording } = sent.rejected;
  const rejected = new Rejected(error, params, fields, wording);
  return sent.kind === "rejected" ? rejected : new FailedReplacement(sent.part, rejected, sent.canceled);
}

const sentRejected = ({ error, fields, params, wording }: Rejected): SentRejected => ({
  error,
  fields,
  params,
  wording,
});
