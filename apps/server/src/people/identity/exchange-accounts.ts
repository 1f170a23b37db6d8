import type { Command } from "@candor/domain/commands/commands";
import type { EnginePort } from "@candor/domain/engine-port";
import type { AccountRole } from "@candor/domain/enumerations";

/** The exchange has an account under the number of a user who was just registered: it is somebody else's. */
export class AccountExistsError extends Error {
  constructor(userId: number) {
    super(`user ${userId} was just registered, and the exchange has an account of that number already`);
    this.name = "AccountExistsError";
  }
}

/** What the exchange has to know of people. All reject when the engine is down. */
export interface ExchangeAccounts {
  /**
   * Repeating it changes nothing, unless the user is new: an account that exists rejects with AccountExistsError then.
   */
  readonly openAccount: (userId: number, role: AccountRole, isNew: boolean) => Promise<void>;
  /** Both have open accounts. */
  readonly setInviter: (userId: number, inviterId: number) => Promise<void>;
  /** A frozen user earns nothing by friends. */
  readonly freezeUser: (userId: number, isFrozen: boolean) => Promise<void>;
}

/** The same as commands. */
export function exchangeAccounts(engine: Pick<EnginePort, "execute">): ExchangeAccounts {
  const must = async (command: Command): Promise<void> => {
    const { executed } = await engine.execute(command);
    if (executed.error !== undefined)
      throw new Error(`${command.kind} of user ${executed.userId} was refused: ${executed.error}`);
  };
  return {
    openAccount: async (userId, role, isNew) => {
      if (!isNew) return await must({ kind: "open-account", userId, role });
      const { executed } = await engine.execute({ kind: "open-account", userId, role, isNew });
      if (executed.error !== undefined) throw new AccountExistsError(userId);
    },
    setInviter: (userId, inviterId) => must({ kind: "set-inviter", userId, inviterId }),
    freezeUser: (userId, isFrozen) => must({ kind: "freeze-account", userId, wallet: "main", isFrozen }),
  };
}
