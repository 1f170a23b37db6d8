import { readFileSync } from "node:fs";
import { z } from "zod";
import { SettingError } from "../config/setting-error.ts";
import type { Hex } from "./evm-chain.ts";

/** Where an outside chain is and what of it is used. */
export interface ChainSettings {
  /** Often holds a key: never logged. */
  readonly rpcUrl: string;
  readonly network: NetworkSettings;
}

const amount = z.string().regex(/^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/);

const assetSettings = z.strictObject({
  symbol: z.string().regex(/^[A-Z0-9]{2,10}$/),
  /** The token's contract; null: the chain's own coin. */
  token: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    .transform((text) => text.toLowerCase() as Hex)
    .nullable(),
  decimals: z.int().min(0).max(36),
  minDeposit: amount,
  withdrawalFee: amount,
  minWithdrawal: amount,
  maxWithdrawal: amount,
});
export type AssetSettings = z.output<typeof assetSettings>;

const networkSettings = z.strictObject({
  chainId: z.int().min(1),
  name: z.string().min(1).max(60),
  confirmations: z.int().min(1).max(200).default(12),
  /** Which of the node's tags a block has to have reached as well, where the chain has it. */
  finality: z.enum(["safe", "finalized", "none"]).default("safe"),
  blockSeconds: z.number().min(0.1).max(3_600).default(12),
  explorerUrl: z
    .url({ protocol: /^https$/ })
    .nullable()
    .default(null),
  testnet: z.boolean().default(false),
  assets: z.array(assetSettings).min(1).max(32),
});
export type NetworkSettings = z.output<typeof networkSettings>;

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
  if (parsed.data.assets.filter(({ token }) => token === null).length > 1)
    throw new SettingError("CANDOR_CHAIN_FILE", "has more than one asset as the chain's own coin");
  return parsed.data;
}
