import { TRADING_WALLETS, type TradingWallet } from "@candor/domain/enumerations";
import { Refusal } from "../protocol/operator-messages.ts";
import { refusedByExchange } from "../protocol/sentences.ts";
import { findUser } from "./find-user.ts";
import type { ActCommand, OperatorCommand } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";

type Ports = Pick<OperatorPorts, "identity" | "engine" | "notices">;

/** Freezing is a command of the exchange: it is journaled, and from then on the exchange itself enforces it. */
export function accountCommands(ports: Ports) {
  return {
    "account freeze": setFrozen(ports, true),
    "account unfreeze": setFrozen(ports, false),
  } as const satisfies Record<string, OperatorCommand>;
}

const isTradingWallet = (text: string): text is TradingWallet =>
  (TRADING_WALLETS as readonly string[]).includes(text);

function setFrozen({ identity, engine, notices }: Ports, isFrozen: boolean): ActCommand {
  return {
    kind: "act",
    plan: async ({ target, reason }) => {
      const slash = target.lastIndexOf("/");
      const wallet = target.slice(slash + 1);
      if (slash < 0 || !isTradingWallet(wallet))
        return new Refusal(`Write USER/ACCOUNT, where ACCOUNT is one of ${TRADING_WALLETS.join(", ")}.`);
      const user = findUser(identity, target.slice(0, slash));
      if (user instanceof Refusal) return user;
      const { userId } = user;
      if (user.kind === "labelled") return new Refusal(`User ${userId} is one of the sandbox's own traders.`);
      const { frozenWallets } = await engine.accountView(userId);
      if (frozenWallets.includes(wallet) === isFrozen)
        return new Refusal(
          `The ${wallet} account of user ${userId} is ${isFrozen ? "already frozen" : "not frozen"}.`,
        );
      return {
        target: `${userId}/${wallet}`,
        before: { frozen: !isFrozen },
        act: async () => {
          const { executed } = await engine.execute({ kind: "freeze-account", userId, wallet, isFrozen });
          if (executed.error !== undefined) return refusedByExchange(executed.error);
          await notices.tell(userId, {
            kind: "security",
            event: "freeze",
            account: wallet,
            isFrozen,
            reason,
          });
          return {
            after: { frozen: isFrozen },
            note: `The ${wallet} account of user ${userId} is ${isFrozen ? "frozen" : "no longer frozen"}.`,
          };
        },
      };
    },
  };
}
