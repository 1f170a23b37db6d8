import { LAYOUT } from "@candor/codec/event-layouts";
import type { SetInviter } from "@candor/domain/commands/referral-commands";
import type { ExchangeState } from "../state/exchange-state.ts";

/**
 * Records who invited a user. Repeating it is accepted without effect. Rejection: request.parameterError (not two
 * traders with open accounts, or another inviter is recorded).
 */
export function setInviter(state: ExchangeState, { userId, inviterId }: SetInviter): void {
  const { referrals, users } = state;
  const isTrader = (id: number): boolean => users.isPossible(id) && users.isOpen(id) && !users.isLabelled(id);
  if (userId === inviterId || !isTrader(userId) || !isTrader(inviterId))
    return state.reject("request.parameterError");
  const known = referrals.inviterOf(userId);
  if (known === inviterId) return;
  if (known !== 0) return state.reject("request.parameterError");
  referrals.set(userId, inviterId);
  users.markReferred(userId);
  LAYOUT.inviterSet.write(state.out, { userId, inviterId });
}
