import { readFileSync } from "node:fs";
import { z } from "zod";
import { SettingError } from "../setting-error.ts";
import { checkNetwork } from "./check-network.ts";
import { type AssetSettings, type NetworkSettings, networkSettings } from "./network-settings.ts";

/** Connection and settings of an external chain. */
export interface ChainSettings {
  /** Often contains a key: never log it. */
  readonly rpcUrl: string;
  readonly network: NetworkSettings;
}

/** Chain ids of Anvil, Hardhat and Ganache, where anyone can create coins. */
const DEVELOPMENT_CHAIN_IDS = [31_337, 1_337, 31_338];

/** Assets of the exchange's own development chain. */
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
 * Reads CANDOR_CHAIN_RPC and CANDOR_CHAIN_FILE. Returns undefined when no external chain is set. Throws SettingError,
 * whose message never contains the node's address.
 */
export function readChainSettings(
  variables: Readonly<Record<string, string | undefined>>,
  mode: "sandbox" | "live",
): ChainSettings | undefined {
  const { CANDOR_CHAIN_RPC: rpcUrl = "", CANDOR_CHAIN_FILE: file = "" } = variables;
  if (rpcUrl === "" && file === "") return undefined;
  if (rpcUrl === "") throw new SettingError("CANDOR_CHAIN_RPC", "is required with CANDOR_CHAIN_FILE");
  if (file === "") throw new SettingError("CANDOR_CHAIN_FILE", "is required with CANDOR_CHAIN_RPC");
  const protocol = URL.canParse(rpcUrl) ? new URL(rpcUrl).protocol : "";
  if (protocol !== "http:" && protocol !== "https:")
    throw new SettingError("CANDOR_CHAIN_RPC", "must be an http or https URL");
  const network = readNetwork(file);
  if (mode === "live" && (network.testnet || DEVELOPMENT_CHAIN_IDS.includes(network.chainId)))
    throw new SettingError("CANDOR_CHAIN_FILE", "names a chain without real money, which live mode rejects");
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
