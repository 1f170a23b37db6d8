import { formatDecimal } from "@candor/money/decimal";
import type { SettingState } from "@candor/protocol/engine-port";
import { fundingSetting, withdrawalFeeSetting } from "@candor/protocol/setting-names";
import type { ChainPort } from "../chain/chain-port.ts";
import { contractOf, type Listings } from "../market-data/listings.ts";
import type { LiveSettings } from "./live-settings.ts";

export interface ConfiguredPorts {
  readonly listings: Pick<Listings, "asset" | "contracts">;
  readonly chains: Pick<ChainPort, "chains">;
  readonly live: Pick<LiveSettings, "all">;
}

/**
 * Every setting, by name: those that the journal has, and as version 0 what a contract was listed with or a chain is
 * configured with and nobody has set.
 */
export function allSettings({ listings, chains, live }: ConfiguredPorts): readonly SettingState[] {
  const set = live.all();
  const known = new Set(set.map(({ setting }) => setting));
  const configured = [...fundingOf(listings), ...feesOf(chains, listings)];
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
      const fee = trimmed(formatDecimal(withdrawalFeeUnits, scale));
      return neverSet(withdrawalFeeSetting(chain, symbol), { fee });
    }),
  );
}

const neverSet = (setting: string, value: SettingState["value"]): SettingState => ({
  setting,
  version: 0,
  seq: 0,
  setAtMs: 0,
  value,
});

/** As somebody would write it: 1.5, not 1.500000. */
const trimmed = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
