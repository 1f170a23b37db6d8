import type { FreezeAccount } from "@candor/protocol/commands";
import { TRADING_WALLETS, WALLETS } from "@candor/protocol/enumerations";
import type { ExchangeState } from "../exchange-state.ts";

/**
 * Freezes a trading account or ends that. As it is already: accepted, nothing changes. Rejection:
 * request.parameterError (no open user, or no trading account).
 */
export function freezeAccount(state: ExchangeState, command: FreezeAccount): void {
  const { users, out } = state;
  const { userId, isFrozen } = command;
  const trading = TRADING_WALLETS.indexOf(command.wallet);
  if (trading < 0 || typeof isFrozen !== "boolean" || !users.isOpen(userId))
    return state.reject("request.parameterError");
  const wallet = WALLETS.indexOf(command.wallet);
  if (users.isFrozen(userId, wallet) === isFrozen) return;
  users.setFrozenWallets(userId, users.frozenWallets(userId) ^ (1 << wallet));
  out.accountFrozen(userId, trading, isFrozen);
}
