import type { CommandWords } from "./command-texts.ts";

/** Roles of console operators. An operator has one or more. */
export const ROLES = ["owner", "risk", "finance", "support", "editor"] as const;

export type Role = (typeof ROLES)[number];

/** Everybody who is signed in. */
export const ANY_ROLE: readonly Role[] = ROLES;

/**
 * Roles that may use each command: the role matrix. The console checks it before the desk sees a request; the command
 * line does not, because anyone with the server's account controls the server.
 */
export const COMMAND_ROLES = {
  "verification list": ["owner", "risk"],
  "verification show": ["owner", "risk"],
  "verification pass": ["owner", "risk"],
  "verification refuse": ["owner", "risk"],
  "withdrawal list": ["owner", "risk", "finance"],
  "withdrawal approve": ["owner", "risk"],
  "withdrawal refuse": ["owner", "risk"],
  "address list": ["owner", "risk", "support"],
  "address unbind": ["owner", "risk"],
  "user show": ["owner", "risk", "finance", "support"],
  "user freeze": ["owner", "risk", "support"],
  "user unfreeze": ["owner", "risk"],
  "account freeze": ["owner", "risk"],
  "account unfreeze": ["owner", "risk"],
  "chain status": ["owner", "risk", "finance"],
  "chain accept-loss": ["owner", "finance"],
  "deposit list": ["owner", "risk", "finance"],
  "deposit credit": ["owner", "finance"],
  "deposit settle": ["owner", "finance"],
  "deposit find": ["owner", "finance"],
  "operator list": ["owner"],
  "operator invite": ["owner"],
  "operator roles": ["owner"],
  "operator reset": ["owner"],
  "operator disable": ["owner"],
  "operator enable": ["owner"],
  "operator confirm": ["owner"],
  "operator vouch": ["owner"],
  "chat list": ["owner", "support"],
  "chat show": ["owner", "support"],
  "chat reply": ["owner", "support"],
  "chat close": ["owner", "support"],
  "chat desk": ["owner", "support"],
  "chat hours": ["owner", "support"],
  "proposal list": ["owner", "risk", "finance"],
  "proposal refuse": ["owner", "risk", "finance"],
  "correction propose": ["owner", "finance"],
  "correction confirm": ["owner", "finance"],
  "setting list": ["owner", "risk", "finance"],
  "setting announced": ["owner", "risk", "finance"],
  "setting history": ["owner", "risk", "finance"],
  "setting set": ["owner", "risk"],
  "setting withdraw": ["owner", "risk"],
  "setting confirm": ["owner", "risk"],
  "site show": ["owner", "risk", "finance", "support", "editor"],
  "site invitation": ["owner", "support"],
  "site renew-invitation": ["owner", "support"],
  "clock show": ["owner", "risk", "finance", "support", "editor"],
  "clock accept": ["owner", "risk"],
  "clock confirm": ["owner", "risk"],
  "site close": ["owner", "risk"],
  "site open": ["owner", "risk"],
  "content list": ["owner", "editor"],
  "content show": ["owner", "editor"],
  "content preview": ["owner", "editor"],
  "content save": ["owner", "editor"],
  "content publish": ["owner", "editor"],
  "content unpublish": ["owner", "editor"],
  "content remove": ["owner", "editor"],
  "content picture": ["owner", "editor"],
} as const satisfies Readonly<Record<CommandWords, readonly Role[]>>;

export function mayUse(roles: readonly Role[], allowed: readonly Role[]): boolean {
  return roles.some((role) => allowed.includes(role));
}
