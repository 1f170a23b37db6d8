import { withdrawalFeeSetting } from "@candor/domain/setting-names";
import type { Units } from "@candor/money/brand";
import { parseDecimal } from "@candor/money/decimal";
import { z } from "zod";
import type { LiveSettings } from "../../records/live-settings/live-settings.ts";
import type { ChainAssetView } from "../chain/chain-port.ts";

/** Returns the current fee for withdrawing an asset on a chain. */
export type WithdrawalFees = (chain: string, asset: ChainAssetView, scale: number) => Units;

const feeValue = z.object({ fee: z.string() });

/** Fees from the chain configuration, used if nobody has set any. */
export const configuredFees: WithdrawalFees = (_chain, { withdrawalFeeUnits }) => withdrawalFeeUnits;

/** Limits the fee so that even the smallest withdrawal pays out at least half. */
export function largestFeeOf({ minWithdrawalUnits }: ChainAssetView): Units {
  return Math.floor(minWithdrawalUnits / 2) as Units;
}

/** Fees set by operators, still capped if the chain's minimum was lowered since. */
export function withdrawalFeesBy(live: Pick<LiveSettings, "find">): WithdrawalFees {
  return (chain, asset, scale) => {
    const setting = live.find(withdrawalFeeSetting(chain, asset.symbol));
    if (setting === undefined) return asset.withdrawalFeeUnits;
    const units = parseDecimal(feeValue.parse(setting.value).fee, scale);
    if (typeof units === "string") throw new Error(`the journal has an invalid withdrawal fee: ${units}`);
    return Math.min(units, largestFeeOf(asset)) as Units;
  };
}
