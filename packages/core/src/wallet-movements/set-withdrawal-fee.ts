import type { SetWithdrawalFee } from "@candor/domain/commands/setting-commands";
import { withdrawalFeeSetting } from "@candor/domain/setting-names";
import { parseDecimal } from "@candor/money/decimal";
import { registerSetting } from "../settings-register/register-setting.ts";
import type { ExchangeState } from "../state/exchange-state.ts";

const CHAIN = /^[a-z0-9-]{1,40}$/;

/**
 * Records the fee for withdrawals of an asset on a chain. Each withdrawal command carries its own fee. Rejection:
 * request.parameterError (unknown asset, invalid chain id, or invalid amount).
 */
export function setWithdrawalFee(state: ExchangeState, { chain, assetId, fee }: SetWithdrawalFee): void {
  const asset = state.assets[assetId];
  const isSound =
    asset !== undefined &&
    typeof chain === "string" &&
    CHAIN.test(chain) &&
    typeof fee === "string" &&
    typeof parseDecimal(fee, asset.spec.scale) === "number";
  if (!isSound) return state.reject("request.parameterError");
  registerSetting(state, withdrawalFeeSetting(chain, asset.spec.symbol), { fee });
}
