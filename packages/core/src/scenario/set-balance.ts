import type { SetBalance } from "@candor/domain/commands/scenario-commands";
import { FUND_RECORD_KINDS, WALLETS } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import { CONTRACT } from "../ledger/account-number.ts";
import { refreshCrossRisk } from "../perpetual/position/account-risk.ts";
import type { ExchangeState } from "../state/exchange-state.ts";

const FAUCET = FUND_RECORD_KINDS.indexOf("faucet");

/**
 * Sets the available balance of a user's wallet, in a test rig. Rejections: request.featureOff (no test rig),
 * request.parameterError (unknown user, wallet or asset), wallet.amountError (below 0, or more than may still be issued of
 * the asset).
 */
export function setBalance(state: ExchangeState, command: SetBalance): void {
  if (!state.isScenario) return state.reject("request.featureOff");
  const { userId, assetId, availableUnits } = command;
  const { ledger, users, out, lastSeq } = state;
  const wallet = WALLETS.indexOf(command.wallet);
  const isKnown = users.isPossible(userId) && users.isOpen(userId) && state.assets[assetId] !== undefined;
  if (wallet < 0 || !isKnown) return state.reject("request.parameterError");
  const isBalance = Number.isSafeInteger(availableUnits) && availableUnits >= 0;
  if (!isBalance || availableUnits > LIMITS.maxUnits) return state.reject("wallet.amountError");
  const account = ledger.account(userId, wallet, assetId);
  const difference = availableUnits - ledger.available(account);
  if (difference > ledger.issuable(assetId)) return state.reject("wallet.amountError");
  if (difference === 0) return;

  // Nothing below may fail.
  if (difference > 0) ledger.issue(account, difference);
  else {
    ledger.take(account, 0 - difference);
    ledger.shift("sandbox-treasury", assetId, 0 - difference);
  }
  const contracts = wallet === CONTRACT ? state.perpetual.find(userId) : undefined;
  if (contracts !== undefined) refreshCrossRisk(state, contracts);
  out.fundsPosted(userId, wallet, assetId, difference, ledger.total(account), FAUCET, lastSeq);
}
