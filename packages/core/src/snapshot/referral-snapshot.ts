import type { ExchangeState } from "../state/exchange-state.ts";
import type { SnapshotReader, SnapshotWriter } from "./snapshot-bytes.ts";

/** Writes the referral rate and all inviters. */
export function writeReferrals({ referrals }: ExchangeState, to: SnapshotWriter): void {
  to.u32(referrals.ratePpm);
  to.list((one) => {
    referrals.forEach((userId, inviterId) => {
      one();
      to.u32(userId);
      to.u32(inviterId);
    });
  });
}

/** Reads the output of writeReferrals. Users must already be restored. */
export function readReferrals({ referrals, users }: ExchangeState, from: SnapshotReader): void {
  referrals.ratePpm = from.u32();
  from.list(() => {
    const userId = from.u32();
    referrals.set(userId, from.u32());
    users.markReferred(userId);
  });
}
