import type { OpenAccount } from "@candor/protocol/commands";
import { ACCOUNT_ROLES } from "@candor/protocol/enumerations";
import type { ExchangeState } from "../exchange-state.ts";

/**
 * Opens a user's account. Again with the same role: accepted, nothing changes. Rejection: request.parameterError
 * (no possible user, unknown role, or open with another role).
 */
export function openAccount(state: ExchangeState, command: OpenAccount): void {
  const { users, out } = state;
  const { userId } = command;
  const role = ACCOUNT_ROLES.indexOf(command.role);
  if (role < 0 || !users.isPossible(userId)) return state.reject("request.parameterError");
  const present = users.roleOf(userId);
  if (present === role) return;
  if (present >= 0) return state.reject("request.parameterError");
  users.open(userId, role);
  out.accountOpened(userId, role);
}
