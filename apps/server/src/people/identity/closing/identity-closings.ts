import type { Rejected } from "@candor/wire/rejection";
import type { Caller, IdentityContext } from "../identity-context.ts";
import type { ClosedAccount } from "../identity-records.ts";
import { knownUser } from "../known-user.ts";
import { closeAccount, finishClosing, forgetClosedNames } from "./closed-accounts.ts";
import { type ClosingProof, proveClosing } from "./prove-closing.ts";

/** The steps by which an account is closed. */
export class IdentityClosings {
  private readonly context: IdentityContext;

  constructor(context: IdentityContext) {
    this.context = context;
  }

  /** Checks an owner's proof for closing the account. Rejects 30, 313, 314, 113, 201, 310, 311. */
  prove(caller: Caller, userId: number, proof: ClosingProof): Promise<Rejected | undefined> {
    const { codes } = this.context;
    return codes.answered(proveClosing(this.context, caller, knownUser(this.context, userId), proof));
  }

  /** Closes an account permanently; `finish` removes the rest of it from disk. */
  close(userId: number): Promise<ClosedAccount> {
    return closeAccount(this.context, knownUser(this.context, userId));
  }

  finish(userId: number): Promise<void> {
    return finishClosing(this.context, userId);
  }

  /** Closed accounts of which other modules may still have data, after a crash. */
  unfinished(): readonly ClosedAccount[] {
    return [...this.context.store.state.allClosed()].filter(({ isFinished }) => !isFinished);
  }

  /** Erases the names of accounts whose notice period is over. */
  forgetNames(): Promise<void> {
    return forgetClosedNames(this.context);
  }
}
