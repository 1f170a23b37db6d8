import { useCall } from "../../shell/calls/use-call.ts";
import { isOfferedAsset } from "./requested-asset.ts";

const FRESH_MS = 300_000;

/** Returns the assets that can be deposited and withdrawn here. */
export function useMovableAssets() {
  const deposits = useCall("rechargeList", {}, { freshMs: FRESH_MS });
  const withdrawals = useCall("cashTypeList", {}, { freshMs: FRESH_MS });
  return { canDeposit: isOfferedAsset(deposits), canWithdraw: isOfferedAsset(withdrawals) };
}
