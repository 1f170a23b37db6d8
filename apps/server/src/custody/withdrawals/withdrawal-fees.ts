import { withdrawalFeeSetting } from "@candor/domain/setting-names";
import type { Units } from "@candor/money/brand";
import { parseDecimal } from "@candor/money/decimal";
import { z } from "zod";
import type { LiveSettings } from "../../records/live-settings/live-settings.ts";
import type { ChainAssetView } from "../chain/chain-port.ts";

/** What a withdrawal of an asset over a chain costs at this moment. */
export type WithdrawalFees = (chain: string, asset: ChainAssetView, scale: number) => Units;

const feeValue = z.object({ fee: z.string() });

/** What chains are configured with, where nobody has set anything. */
export const configuredFees: WithdrawalFees = (_chain, { withdrawalFeeUnits }) => withdrawalFeeUnits;

/** Whoever withdraws the least that can be withdrawn gets at least half of it. */
export function largestFeeOf({ minWithdrawalUnits }: ChainAssetView): Units {
  return Math.floor(minWithdrawalUnits / 2) as Units;
}

/** What operators have set; a chain that has got a lower minimum since bounds it all the same. */
export function withdrawalFeesBy(live: Pick<LiveSettings, "find">): WithdrawalFees {
  return (chain, asset, scale) => {
    const setting = live.find(withdrawalFeeSetting(chain, asset.symbol));
    if (setting === undefined) return asset.withdrawalFeeUnits;
    const units = parseDecimal(feeValue.parse(setting.value).fee, scale);
    if (typeof units === "string") throw new Error(`the journal has a withdrawal fee that is none: ${units}`);
    return Math.min(units, largestFeeOf(asset)) as Units;
  };
}
