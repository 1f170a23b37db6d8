import type { Command } from "@candor/protocol/commands";
import type { EnginePort } from "@candor/protocol/engine-port";
import type { AccountRole } from "@candor/protocol/enumerations";

/** What the exchange has to know of people. Repeating any of it changes nothing; all reject when the engine is down. */
export interface ExchangeAccounts {
  readonly openAccount: (userId: number, role: AccountRole) => Promise<void>;
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
    openAccount: (userId, role) => must({ kind: "open-account", userId, role }),
    setInviter: (userId, inviterId) => must({ kind: "set-inviter", userId, inviterId }),
    freezeUser: (userId, isFrozen) => must({ kind: "freeze-account", userId, wallet: "main", isFrozen }),
  };
}
