import { readFileSync } from "node:fs";
import { z } from "zod";
import { SettingError } from "../setting-error.ts";
import { checkNetwork } from "./check-network.ts";
import { type AssetSettings, type NetworkSettings, networkSettings } from "./network-settings.ts";

/** Where an outside chain is and what of it is used. */
export interface ChainSettings {
  /** Often holds a key: never logged. */
  readonly rpcUrl: string;
  readonly network: NetworkSettings;
}

/** Anvil's, Hardhat's and Ganache's; anybody can make coins on them. */
const DEVELOPMENT_CHAIN_IDS = [31_337, 1_337, 31_338];

/** What the exchange offers on its own development chain. */
export const DEVELOPMENT_ASSETS: readonly (Omit<AssetSettings, "token" | "decimals"> & {
  readonly native: boolean;
})[] = [
  {
    symbol: "USDT",
    native: false,
    minDeposit: "1",
    withdrawalFee: "1",
    minWithdrawal: "10",
    maxWithdrawal: "50000",
  },
  {
    symbol: "ETH",
    native: true,
    minDeposit: "0.001",
    withdrawalFee: "0.0005",
    minWithdrawal: "0.01",
    maxWithdrawal: "20",
  },
];

/**
 * Reads CANDOR_CHAIN_RPC and CANDOR_CHAIN_FILE; undefined: no outside chain. Throws SettingError; an address of a node
 * is never part of the message.
 */
export function readChainSettings(
  variables: Readonly<Record<string, string | undefined>>,
  mode: "sandbox" | "live",
): ChainSettings | undefined {
  const { CANDOR_CHAIN_RPC: rpcUrl = "", CANDOR_CHAIN_FILE: file = "" } = variables;
  if (rpcUrl === "" && file === "") return undefined;
  if (rpcUrl === "") throw new SettingError("CANDOR_CHAIN_RPC", "is needed with CANDOR_CHAIN_FILE");
  if (file === "") throw new SettingError("CANDOR_CHAIN_FILE", "is needed with CANDOR_CHAIN_RPC");
  const protocol = URL.canParse(rpcUrl) ? new URL(rpcUrl).protocol : "";
  if (protocol !== "http:" && protocol !== "https:")
    throw new SettingError("CANDOR_CHAIN_RPC", "must be an http or https address");
  const network = readNetwork(file);
  if (mode === "live" && (network.testnet || DEVELOPMENT_CHAIN_IDS.includes(network.chainId)))
    throw new SettingError("CANDOR_CHAIN_FILE", "names a chain of play money: live mode refuses it");
  return { rpcUrl, network };
}

function readNetwork(file: string): NetworkSettings {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new SettingError("CANDOR_CHAIN_FILE", `cannot be read: ${(error as Error).message}`);
  }
  const parsed = networkSettings.safeParse(content);
  if (!parsed.success)
    throw new SettingError("CANDOR_CHAIN_FILE", `is wrong: ${z.prettifyError(parsed.error)}`);
  checkNetwork(parsed.data);
  return parsed.data;
}
