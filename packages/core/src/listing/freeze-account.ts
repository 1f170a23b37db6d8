import type { FreezeAccount } from "@candor/domain/commands/commands";
import { FREEZABLE_WALLETS, WALLETS } from "@candor/domain/enumerations";
import type { ExchangeState } from "../state/exchange-state.ts";

/**
 * Freezes a trading account, or with `main` the user, or ends that. As it is already: accepted, nothing changes.
 * Rejection: request.parameterError (no open user, or no such account).
 */
export function freezeAccount(state: ExchangeState, command: FreezeAccount): void {
  const { users, out } = state;
  const { userId, isFrozen } = command;
  const place = FREEZABLE_WALLETS.indexOf(command.wallet);
  if (place < 0 || typeof isFrozen !== "boolean" || !users.isOpen(userId))
    return state.reject("request.parameterError");
  const wallet = WALLETS.indexOf(command.wallet);
  if (users.isFrozen(userId, wallet) === isFrozen) return;
  users.setFrozenWallets(userId, users.frozenWallets(userId) ^ (1 << wallet));
  out.accountFrozen(userId, place, isFrozen);
}
