import { openExchangeAccount } from "./exchange-account/open-exchange-account.ts";
import type { IdentityContext } from "./identity-context.ts";
import { blankUser } from "./register-user.ts";
import type { OpenedSession } from "./session-register.ts";

/**
 * Accounts of the sandbox's own traders, created on first use. Nobody can log in to them, and all their trades are
 * labeled.
 */
export class LabelledAccounts {
  private readonly context: IdentityContext;
  private readonly inProgress = new Map<string, Promise<number>>();

  constructor(context: IdentityContext) {
    this.context = context;
  }

  /** Opens a session for the account with this name. Throws if a person uses the name. */
  async ensure(name: string): Promise<OpenedSession> {
    const { store, sessions } = this.context;
    const username = name.toLowerCase();
    const creation = this.inProgress.get(username) ?? this.create(username);
    this.inProgress.set(username, creation);
    try {
      const userId = await creation;
      if (store.state.user(userId)?.kind !== "labelled") throw new Error(`${name} is a person's account`);
      return sessions.openLabelled(userId);
    } finally {
      this.inProgress.delete(username);
    }
  }

  private async create(username: string): Promise<number> {
    const { store } = this.context;
    const present = store.state.userByUsername(username);
    if (present !== undefined) {
      await openExchangeAccount(this.context, present.userId);
      return present.userId;
    }
    const user = blankUser(this.context, { kind: "labelled", username, nickname: username });
    await store.commit({ type: "registered", user });
    await openExchangeAccount(this.context, user.userId);
    return user.userId;
  }
}
