import { type Outcome, Rejected, reject } from "@candor/wire/rejection";
import type { AddressBook } from "../../custody/withdrawals/address-book.ts";
import type { AccountDocuments } from "../account-documents/account-documents.ts";
import type { ClosingProof } from "../identity/closing/prove-closing.ts";
import type { ExchangeAccounts } from "../identity/exchange-account/exchange-accounts.ts";
import type { Caller } from "../identity/identity-context.ts";
import type { ClosedAccount } from "../identity/identity-records.ts";
import type { Identity } from "../identity/identity-service.ts";
import { isBlocked } from "../identity/is-blocked.ts";
import type { NoticeService } from "../notices/notice-service.ts";
import type { Twaps } from "../twap/twaps.ts";
import type { Documents } from "../verification/open-documents.ts";
import { ClosingGate } from "./closing-gate.ts";
import { CLOSING_LIMITS, documentsKeptMs } from "./closing-limits.ts";
import { closingStatusOf, type ObstacleParts, type Standing } from "./closing-obstacles.ts";

export interface ClosingParts extends ObstacleParts {
  readonly identity: Identity;
  readonly exchange: Pick<ExchangeAccounts, "freezeUser">;
  readonly documents: Pick<Documents, "forget" | "forgetDue">;
  readonly notices: Pick<NoticeService, "forget">;
  readonly accountDocuments: Pick<AccountDocuments, "forget">;
  readonly addresses: Pick<AddressBook, "forget">;
  readonly twaps: Pick<Twaps, "forget">;
  readonly mode: "sandbox" | "live";
  /** Reports a failure after an account was closed. The step is repeated at the next start. */
  readonly report: (error: unknown, message: string) => void;
}

/**
 * Closes accounts. One durable identity record decides: everything before it changes nothing, and everything after it
 * can be repeated, which happens at the next start after a crash.
 */
export class AccountClosing {
  readonly gate = new ClosingGate();
  private readonly parts: ClosingParts;
  private readonly timer: NodeJS.Timeout;

  private constructor(parts: ClosingParts) {
    this.parts = parts;
    const step = (): void => {
      this.forgetDue().catch((error: unknown) =>
        parts.report(error, "retained data of closed accounts could not be deleted"),
      );
    };
    this.timer = setInterval(step, CLOSING_LIMITS.forgettingStepMs);
    this.timer.unref();
  }

  /** Finishes closings interrupted by a crash before the server accepts requests. */
  static async open(parts: ClosingParts): Promise<AccountClosing> {
    const closing = new AccountClosing(parts);
    await closing.finishAll();
    await closing.forgetDue();
    return closing;
  }

  /** Repeats the steps for every account that may be unfinished. */
  async finishAll(): Promise<void> {
    for (const account of this.parts.identity.closings.unfinished()) await this.finish(account);
  }

  close(): void {
    clearInterval(this.timer);
  }

  standing(userId: number): Promise<Standing> {
    return closingStatusOf(this.parts, userId);
  }

  /** Rejects 350, then the errors of `proveClosing`; 212 when the user's calls take too long to finish. */
  async closeAccount(
    caller: Caller,
    userId: number,
    proof: ClosingProof,
  ): Promise<Outcome<{ readonly account: ClosedAccount; readonly leftOver: string }>> {
    const { identity } = this.parts;
    const blocked = blockedBy(await this.standing(userId));
    if (blocked !== undefined) return blocked;
    const unproven = await identity.closings.prove(caller, userId, proof);
    if (unproven !== undefined) return unproven;
    const outcome = await this.gate.alone(userId, 1, async () => {
      const standing = await this.standing(userId);
      const late = blockedBy(standing);
      if (late !== undefined) return late;
      // Final check: data of a user frozen meanwhile must be kept.
      const user = identity.user(userId);
      if (user === undefined) return reject("session.expired");
      if (isBlocked(user)) return reject("user.banned");
      return { account: await identity.closings.close(userId), leftOver: standing.leftOver };
    });
    if (outcome === undefined) return reject("request.tooFast");
    if (outcome instanceof Rejected) return outcome;
    try {
      await this.finish(outcome.account);
    } catch (error) {
      this.parts.report(error, `account ${userId} is closed, but not all its data is deleted yet`);
    }
    return outcome;
  }

  /** Every step can be repeated. The last one marks the closing as finished. */
  private async finish({ userId, closedAtMs }: ClosedAccount): Promise<void> {
    const { identity, exchange, documents, notices, accountDocuments, addresses, twaps, mode } = this.parts;
    const keptMs = documentsKeptMs(mode);
    await exchange.freezeUser(userId, true);
    await documents.forget(userId, keptMs === 0 ? undefined : closedAtMs + keptMs);
    await notices.forget(userId);
    await accountDocuments.forget(userId);
    await addresses.forget(userId);
    await twaps.forget(userId);
    await identity.closings.finish(userId);
  }

  private async forgetDue(): Promise<void> {
    await this.parts.documents.forgetDue();
    await this.parts.identity.closings.forgetNames();
  }
}

function blockedBy({ obstacles }: Standing): Rejected | undefined {
  return obstacles.length === 0
    ? undefined
    : new Rejected("user.closingBlocked", { obstacles: obstacles.map(({ kind }) => kind) });
}
