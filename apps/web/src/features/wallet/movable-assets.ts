import { useCall } from "../../shell/calls/use-call.ts";
import { offersOf } from "./asked-asset.ts";

const FRESH_MS = 300_000;

/** Returns the assets that can be deposited and withdrawn here. */
export function useMovableAssets() {
  const deposits = useCall("rechargeList", {}, { freshMs: FRESH_MS });
  const withdrawals = useCall("cashTypeList", {}, { freshMs: FRESH_MS });
  return { canDeposit: offersOf(deposits), canWithdraw: offersOf(withdrawals) };
}
