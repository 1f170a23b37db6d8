import { BoundedMap } from "../../../kit/bounded-map.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";

/** A secret being added to an authenticator app. */
interface PendingSecret {
  readonly secret: string;
  readonly expiresAtMs: number;
}

/** Secrets between `begin` and `enable`, by user and session. In memory: a restart discards them. */
export class PendingTotpSecrets {
  private readonly pending = new BoundedMap<string, PendingSecret>(IDENTITY_LIMITS.maxSecondFactorUsers);

  set(owner: string, secret: PendingSecret): void {
    this.pending.set(owner, secret);
  }

  get(owner: string, nowMs: number): string | undefined {
    const pending = this.pending.get(owner);
    return pending !== undefined && pending.expiresAtMs > nowMs ? pending.secret : undefined;
  }

  delete(owner: string): void {
    this.pending.delete(owner);
  }
}
