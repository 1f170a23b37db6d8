import type { SealingKey } from "../../../kit/durable/sealed-value.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { IdentityStore } from "../identity-store.ts";

/** Session that shows a secret. Another session of the user does not replace it. */
export interface TotpSetUp {
  readonly userId: number;
  readonly sessionId: string;
}

/** Secrets between `begin` and `enable`. Sealed in the journal, so that a restart does not interrupt a set-up. */
export class PendingTotpSecrets {
  private readonly store: IdentityStore;
  private readonly sealing: SealingKey;
  private readonly nowMs: () => number;

  constructor(store: IdentityStore, sealing: SealingKey, nowMs: () => number) {
    this.store = store;
    this.sealing = sealing;
    this.nowMs = nowMs;
  }

  /** Resolves with the end of the set-up once the secret is durable. */
  async begin(setUp: TotpSetUp, secret: string): Promise<number> {
    const expiresAtMs = this.nowMs() + IDENTITY_LIMITS.totpSetUpMs;
    const sealed = this.sealing.sealText(secret, contextOf(setUp));
    await this.store.commit({ type: "totp-begun", pending: { ...setUp, secret: sealed, expiresAtMs } });
    return expiresAtMs;
  }

  /** Returns `undefined` if the set-up has expired or never began. */
  get(setUp: TotpSetUp): string | undefined {
    const pending = this.store.state.pendingTotp.get(setUp.userId, setUp.sessionId);
    return pending !== undefined && pending.expiresAtMs > this.nowMs()
      ? this.sealing.openText(pending.secret, contextOf(setUp))
      : undefined;
  }
}

const contextOf = ({ userId, sessionId }: TotpSetUp): string =>
  `one-time codes of ${userId}, set up in session ${sessionId}`;
