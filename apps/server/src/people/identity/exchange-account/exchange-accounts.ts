import type { Command } from "@candor/domain/commands/commands";
import type { EnginePort } from "@candor/domain/engine-port";
import type { AccountRole } from "@candor/domain/enumerations";

/** The exchange already has an account with the number of a newly registered user: it belongs to someone else. */
export class AccountExistsError extends Error {
  constructor(userId: number) {
    super(`user ${userId} was just registered, but the exchange already has an account with that number`);
    this.name = "AccountExistsError";
  }
}

/** Identity's changes to the exchange. All reject when the engine is down. */
export interface ExchangeAccounts {
  /** Idempotent, except with `isNew`: then it rejects with AccountExistsError if the account already exists. */
  readonly openAccount: (userId: number, role: AccountRole, isNew: boolean) => Promise<void>;
  /** Both must have open accounts. */
  readonly setInviter: (userId: number, inviterId: number) => Promise<void>;
  /** A frozen user earns nothing from referrals. */
  readonly freezeUser: (userId: number, isFrozen: boolean) => Promise<void>;
}

/** Implements them as commands. */
export function exchangeAccounts(engine: Pick<EnginePort, "execute">): ExchangeAccounts {
  const must = async (command: Command): Promise<void> => {
    const { executed } = await engine.execute(command);
    if (executed.error !== undefined)
      throw new Error(`${command.kind} of user ${executed.userId} was rejected: ${executed.error}`);
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
