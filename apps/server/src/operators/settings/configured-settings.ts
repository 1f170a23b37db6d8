import type { SettingState } from "@candor/domain/engine-port";
import { endowmentSetting, fundingSetting, withdrawalFeeSetting } from "@candor/domain/setting-names";
import { formatDecimal, trimZeros } from "@candor/money/decimal";
import type { ChainPort } from "../../custody/chain/chain-port.ts";
import { contractOf, type Listings } from "../../market/market-data/listings.ts";
import type { LiveSettings } from "../../records/live-settings/live-settings.ts";
import { formatSettingValue } from "./endowment-value.ts";

export interface ConfiguredPorts {
  readonly listings: Pick<Listings, "asset" | "assetBySymbol" | "contracts" | "levers" | "market">;
  readonly chains: Pick<ChainPort, "chains">;
  readonly live: Pick<LiveSettings, "all">;
  readonly mode: "sandbox" | "live";
}

/**
 * Returns all settings by name, formatted for people: those in the journal, and as version 0 those nobody has set,
 * which are a contract's listed terms, a chain's configuration, or an empty lending pool.
 */
export function allSettings({ listings, chains, live, mode }: ConfiguredPorts): readonly SettingState[] {
  const set = live
    .all()
    .map((state) => ({ ...state, value: formatSettingValue(state.setting, state.value, listings) }));
  const known = new Set(set.map(({ setting }) => setting));
  const configured = [
    ...fundingOf(listings),
    ...feesOf(chains, listings),
    ...(mode === "sandbox" ? lendingPoolsOf(listings) : []),
  ];
  return [...set, ...configured.filter(({ setting }) => !known.has(setting))].sort((a, b) =>
    a.setting < b.setting ? -1 : 1,
  );
}

function fundingOf({ contracts }: ConfiguredPorts["listings"]): readonly SettingState[] {
  return contracts.map((market) => {
    const { symbol, interestPpm, fundingCapPpm } = contractOf(market).spec;
    return neverSet(fundingSetting(symbol), { interestPpm, fundingCapPpm });
  });
}

function feesOf({ chains }: ConfiguredPorts["chains"], listings: ConfiguredPorts["listings"]) {
  return chains.flatMap(({ assets, chain }) =>
    assets.map(({ assetId, symbol, withdrawalFeeUnits }) => {
      const { scale } = listings.asset(assetId).spec;
      const fee = trimZeros(formatDecimal(withdrawalFeeUnits, scale));
      return neverSet(withdrawalFeeSetting(chain, symbol), { fee });
    }),
  );
}

/** Pools of the coins that can be borrowed: only play money, so only in the sandbox. */
function lendingPoolsOf(listings: ConfiguredPorts["listings"]): readonly SettingState[] {
  const coins = listings.levers.flatMap(({ marketId }) => {
    const { base, quote } = listings.market(marketId);
    return [base.spec.symbol, quote.spec.symbol];
  });
  return [...new Set(coins)].map((coin) => neverSet(endowmentSetting("lending-pool", coin), { total: "0" }));
}

const neverSet = (setting: string, value: SettingState["value"]): SettingState => ({
  setting,
  version: 0,
  seq: 0,
  setAtMs: 0,
  value,
});
