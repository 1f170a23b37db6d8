import { BoundedMap } from "../../../kit/bounded-map.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { PendingTotp } from "../identity-records.ts";

/** Secrets that are being added to authenticator apps, by user and session, built from the records so far. */
export class PendingTotpTable {
  private readonly byUser = new BoundedMap<number, readonly PendingTotp[]>(
    IDENTITY_LIMITS.maxSecondFactorUsers,
  );

  /** Replaces the session's earlier one. */
  set(pending: PendingTotp): void {
    const others = (this.byUser.get(pending.userId) ?? []).filter(
      ({ sessionId }) => sessionId !== pending.sessionId,
    );
    this.byUser.set(pending.userId, [...others, pending].slice(-IDENTITY_LIMITS.maxSessionsPerUser));
  }

  get(userId: number, sessionId: string): PendingTotp | undefined {
    return this.byUser.get(userId)?.find((pending) => pending.sessionId === sessionId);
  }

  forget(userId: number): void {
    this.byUser.delete(userId);
  }

  *live(nowMs: number): Generator<PendingTotp> {
    for (const [, all] of this.byUser.all())
      for (const pending of all) if (pending.expiresAtMs > nowMs) yield pending;
  }
}
