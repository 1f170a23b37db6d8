import { LAYOUT } from "@candor/codec/event-layouts";
import type { EndowPool } from "@candor/domain/commands/setting-commands";
import { ENDOWABLE_ACCOUNTS } from "@candor/domain/enumerations";
import { endowmentSetting } from "@candor/domain/setting-names";
import type { Units } from "@candor/money/brand";
import { registerSetting } from "../settings-register/register-setting.ts";
import { type ExchangeState, isAmount } from "../state/exchange-state.ts";

/**
 * Raises the sandbox treasury's total endowment of a pool, or of the insurance fund, to `totalUnits`. If the total is
 * already reached, the command is accepted and nothing moves. Rejections: request.parameterError, wallet.amountError
 * (no amount, or more than may still be issued of the asset).
 */
export function endowPool(state: ExchangeState, command: EndowPool): void {
  const { pool, assetId, totalUnits } = command;
  const number = ENDOWABLE_ACCOUNTS.indexOf(pool);
  const asset = state.assets[assetId];
  if (number < 0 || asset === undefined) return state.reject("request.parameterError");
  if (!isAmount(totalUnits)) return state.reject("wallet.amountError");
  const amountUnits = totalUnits - state.endowments.of(number, assetId);
  if (amountUnits <= 0) return;
  if (amountUnits > state.ledger.issuable(assetId)) return state.reject("wallet.amountError");

  // Nothing below may fail.
  state.ledger.endow(pool, assetId, amountUnits);
  state.endowments.set(number, assetId, totalUnits);
  LAYOUT.poolEndowed.write(state.out, { pool, assetId, amountUnits: amountUnits as Units, totalUnits });
  registerSetting(state, endowmentSetting(pool, asset.spec.symbol), { totalUnits });
}
