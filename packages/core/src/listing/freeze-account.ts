import type { FreezeAccount } from "@candor/domain/commands/commands";
import { FREEZABLE_WALLETS, WALLETS } from "@candor/domain/enumerations";
import type { ExchangeState } from "../state/exchange-state.ts";

/**
 * Freezes or unfreezes a trading account, or with `main` the whole user. Accepted without effect when already in that
 * state. Rejection: request.parameterError (user not open, or unknown account).
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
