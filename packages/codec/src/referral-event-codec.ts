import type {
  InviterSet,
  ReferralEvent,
  ReferralPaid,
  ReferralRateSet,
} from "@candor/domain/events/referral-events";
import { EVENT, KIND_RANGE } from "./event-record.ts";

/** Referral events in binary: numbers in the order of the names below. */
const INVITER = ["userId", "inviterId"] as const satisfies readonly (keyof InviterSet)[];
const RATE = ["ratePpm"] as const satisfies readonly (keyof ReferralRateSet)[];
const PAID = [
  "inviterId",
  "userId",
  "marketId",
  "tradeId",
  "assetId",
  "amountUnits",
  "valueUnits",
  "afterUnits",
] as const satisfies readonly (keyof ReferralPaid)[];

const FIELDS: Readonly<Record<number, readonly [ReferralEvent["kind"], readonly string[]]>> = {
  [EVENT.inviterSet]: ["inviter-set", INVITER],
  [EVENT.referralRateSet]: ["referral-rate-set", RATE],
  [EVENT.referralPaid]: ["referral-paid", PAID],
};

/** Decodes the record at `at`; undefined for other kinds. */
export function decodeReferralEvent(words: Float64Array, at: number): ReferralEvent | undefined {
  const found = FIELDS[(words[at] as number) % KIND_RANGE];
  if (found === undefined) return undefined;
  const [kind, fields] = found;
  const event: Record<string, unknown> = { kind };
  fields.forEach((field, index) => {
    event[field] = words[at + 1 + index];
  });
  return event as unknown as ReferralEvent;
}
