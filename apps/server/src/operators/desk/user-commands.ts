import type { TradingWallet } from "@candor/domain/enumerations";
import { maskContact } from "@candor/text/mask-contact";
import type { ClosedAccount } from "../../people/identity/identity-records.ts";
import { isBlocked } from "../../people/identity/is-blocked.ts";
import type { User } from "../../people/identity/user-and-session.ts";
import { Refusal, type Row } from "../protocol/operator-messages.ts";
import { findUser } from "./find-user.ts";
import type { ActCommand, OperatorCommand } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { timeOf } from "./time-of.ts";

export function userCommands({
  identity,
  verification,
  engine,
  notices,
}: Pick<OperatorPorts, "identity" | "verification" | "engine" | "notices">) {
  return {
    "user show": {
      kind: "read",
      read: async ({ target }) => {
        const closed = identity.closedAccount(Number(target));
        if (closed !== undefined)
          return { note: "", rows: [closedRow(closed, verification.retainedUntilMs(closed.userId))] };
        const user = findUser(identity, target);
        if (user instanceof Refusal) return user;
        const { frozenWallets } = await engine.accountView(user.userId);
        return { note: "", rows: [rowOf(user, verification.levelOf(user.userId), frozenWallets)] };
      },
    },
    "user freeze": setFrozen({ identity, notices }, true),
    "user unfreeze": setFrozen({ identity, notices }, false),
  } as const satisfies Record<string, OperatorCommand>;
}

function closedRow({ userId, createdAtMs, closedAtMs }: ClosedAccount, keptUntilMs: number | undefined): Row {
  return {
    user: userId,
    closed: timeOf(closedAtMs),
    registered: timeOf(createdAtMs),
    documentsKeptUntil: keptUntilMs === undefined ? null : timeOf(keptUntilMs),
  };
}

function rowOf(user: User, level: number, frozenWallets: readonly TradingWallet[]): Row {
  const { email, phone } = user;
  return {
    user: user.userId,
    kind: user.kind,
    username: user.username,
    email: email === null ? null : maskContact(email),
    phone: phone === null ? null : maskContact(phone),
    frozen: isBlocked(user),
    frozenByOwner: user.frozenByOwner === null ? null : timeOf(user.frozenByOwner.atMs),
    frozenAccounts: frozenWallets.join(", "),
    verification: level,
    registered: timeOf(user.createdAtMs),
  };
}

function setFrozen(
  { identity, notices }: Pick<OperatorPorts, "identity" | "notices">,
  frozen: boolean,
): ActCommand {
  return {
    kind: "act",
    plan: ({ target, reason }) => {
      const user = findUser(identity, target);
      if (user instanceof Refusal) return user;
      if (user.kind === "labelled")
        return new Refusal(`User ${user.userId} is one of the sandbox's own traders.`);
      if (frozen ? user.banned : !isBlocked(user))
        return new Refusal(`User ${user.userId} is ${frozen ? "already frozen" : "not frozen"}.`);
      return {
        target: String(user.userId),
        before: { frozen: !frozen },
        act: async () => {
          const tell = (): Promise<void> =>
            notices.tell(user.userId, {
              kind: "security",
              event: "freeze",
              account: "user",
              isFrozen: frozen,
              reason,
            });
          // A frozen user gets no more mail, except this one.
          if (frozen) await tell();
          await identity.setBanned(user.userId, frozen);
          if (!frozen) await tell();
          return {
            after: { frozen },
            note: `User ${user.userId} is ${frozen ? "frozen" : "no longer frozen"}.`,
          };
        },
      };
    },
  };
}
