import { LIMITS } from "@candor/domain/limits";

const { firstUserId } = LIMITS;
const INITIAL_USERS = 64;
const DEFAULT_RATE_PPM = 200_000;

/** Who invited whom, and the inviters' share of their friends' trading fees. */
export class ReferralState {
  /** The inviter's share of each trading fee, in millionths. */
  ratePpm = DEFAULT_RATE_PPM;
  /** The inviter of each user, counted from 0; 0 if none. Replaced when it grows. */
  private inviters = new Int32Array(INITIAL_USERS);

  /** 0 if none. */
  inviterOf(userId: number): number {
    return this.inviters[userId - firstUserId] ?? 0;
  }

  set(userId: number, inviterId: number): void {
    const index = userId - firstUserId;
    if (index >= this.inviters.length) {
      const wider = new Int32Array(Math.max(this.inviters.length * 2, index + 1));
      wider.set(this.inviters);
      this.inviters = wider;
    }
    this.inviters[index] = inviterId;
  }

  /** Visits every invited user, by number. */
  forEach(visit: (userId: number, inviterId: number) => void): void {
    this.inviters.forEach((inviterId, index) => {
      if (inviterId !== 0) visit(index + firstUserId, inviterId);
    });
  }
}
