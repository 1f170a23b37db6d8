import { BoundedMap } from "./bounded-map.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";

/** A secret that somebody is putting into their app. */
interface PendingSecret {
  readonly secret: string;
  readonly expiresAtMs: number;
}

/** Secrets between `begin` and `enable`, in memory: after a restart one begins anew. */
export class PendingTotpSecrets {
  private readonly pending = new BoundedMap<number, PendingSecret>(IDENTITY_LIMITS.maxSecondFactorUsers);

  set(userId: number, secret: PendingSecret): void {
    this.pending.set(userId, secret);
  }

  get(userId: number, nowMs: number): string | undefined {
    const pending = this.pending.get(userId);
    return pending !== undefined && pending.expiresAtMs > nowMs ? pending.secret : undefined;
  }

  delete(userId: number): void {
    this.pending.delete(userId);
  }
}
