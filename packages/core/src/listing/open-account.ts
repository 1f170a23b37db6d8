import type { OpenAccount } from "@candor/domain/commands/commands";
import { ACCOUNT_ROLES } from "@candor/domain/enumerations";
import { RULES } from "@candor/domain/rules";
import type { ExchangeState } from "../state/exchange-state.ts";

/**
 * Opens a user's account. Opening it again with the same role is accepted without effect, unless the command requires a
 * new user. Rejection: request.parameterError (invalid user, unknown role, open with another role, or required to be
 * new but open).
 */
export function openAccount(state: ExchangeState, command: OpenAccount): void {
  const { users, out } = state;
  const { userId } = command;
  const role = ACCOUNT_ROLES.indexOf(command.role);
  if (role < 0 || !users.isPossible(userId)) return state.reject("request.parameterError");
  const present = users.roleOf(userId);
  if (present >= 0 && command.isNew === true && state.rules >= RULES.newAccountsOnce)
    return state.reject("request.parameterError");
  if (present === role) return;
  if (present >= 0) return state.reject("request.parameterError");
  users.open(userId, role);
  out.accountOpened(userId, role);
}
