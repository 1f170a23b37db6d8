import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readChainSettings } from "@candor/server/config/chain/chain-settings";
import { SignerLimits } from "@candor/server/config/chain/signer-limits";
import { weiPerUnit } from "@candor/server/custody/chain/chain-spec";
import { externalChainSpec } from "@candor/server/custody/chain/make-chain-spec";
import { expect, onTestFinished, test } from "vitest";
import { LISTED } from "./chain-world.ts";

const RPC = "https://node.example/v3/a-secret-key";
const TETHER = {
  symbol: "USDT",
  token: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
  decimals: 6,
  minDeposit: "1",
  withdrawalFee: "4",
  minWithdrawal: "10",
  maxWithdrawal: "50000",
};
const ETHEREUM = { chainId: 1, name: "Ethereum", explorerUrl: "https://etherscan.io", assets: [TETHER] };

function fileOf(content: unknown): string {
  const directory = mkdtempSync(path.join(tmpdir(), "candor-chain-settings-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = path.join(directory, "chain.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const read = (content: unknown, mode: "sandbox" | "live" = "live", rpc = RPC) =>
  readChainSettings({ CANDOR_CHAIN_RPC: rpc, CANDOR_CHAIN_FILE: fileOf(content) }, mode);

test("CHAIN-04 an outside chain is read with its defaults; without one none is configured", () => {
  expect(readChainSettings({}, "sandbox")).toBeUndefined();
  expect(readChainSettings({ CANDOR_CHAIN_RPC: "", CANDOR_CHAIN_FILE: "" }, "live")).toBeUndefined();
  const settings = read(ETHEREUM);
  expect(settings?.rpcUrl).toBe(RPC);
  expect(settings?.network).toMatchObject({
    confirmations: 12,
    finality: "safe",
    blockSeconds: 12,
    testnet: false,
  });
  if (settings === undefined) throw new Error("nothing read");
  expect(externalChainSpec(0, settings.network, LISTED)).toMatchObject({
    chain: "evm-1",
    confirmationsRequired: 12,
    etaSeconds: 156,
    explorerUrl: "https://etherscan.io/",
    assets: [{ symbol: "USDT", assetId: 0, weiPerUnit: 1n, withdrawalFeeUnits: 4_000_000 }],
  });
});

test.each([
  ["not JSON", "{"],
  ["no assets", { ...ETHEREUM, assets: [] }],
  ["an unknown setting", { ...ETHEREUM, confirmation: 1 }],
  ["no confirmations", { ...ETHEREUM, confirmations: 0 }],
  ["a wrong address", { ...ETHEREUM, assets: [{ ...TETHER, token: "0x12" }] }],
  ["an amount that is none", { ...ETHEREUM, assets: [{ ...TETHER, minDeposit: "1e3" }] }],
  ["two coins", { ...ETHEREUM, assets: [1, 2].map(() => ({ ...TETHER, token: null })) }],
  ["a plain explorer", { ...ETHEREUM, explorerUrl: "http://etherscan.io" }],
  ["a test network in live mode", { ...ETHEREUM, testnet: true }],
  ["a development chain in live mode", { ...ETHEREUM, chainId: 31_337 }],
])(
  "CHAIN-04 %s is rejected by the variable's name, and the node's address is not repeated",
  (_what, content) => {
    expect(() => read(content)).toThrow("CANDOR_CHAIN_FILE");
    expect(() => read(content)).not.toThrow("a-secret-key");
  },
);

test("CHAIN-04 file and node belong together, and a node has an http address", () => {
  expect(() => readChainSettings({ CANDOR_CHAIN_RPC: RPC }, "live")).toThrow("CANDOR_CHAIN_FILE");
  expect(() => readChainSettings({ CANDOR_CHAIN_FILE: fileOf(ETHEREUM) }, "live")).toThrow(
    "CANDOR_CHAIN_RPC",
  );
  for (const rpc of ["wss://node.example/a-secret-key", "node.example/a-secret-key"]) {
    expect(() => read(ETHEREUM, "live", rpc)).toThrow("CANDOR_CHAIN_RPC");
    expect(() => read(ETHEREUM, "live", rpc)).not.toThrow("a-secret-key");
  }
  expect(read({ ...ETHEREUM, chainId: 31_337, testnet: true }, "sandbox")?.network.chainId).toBe(31_337);
});

test("CHAIN-04 assets coarser on the chain than on the exchange, and unlisted ones, cannot be offered", () => {
  expect(weiPerUnit("ETH", 18, 8)).toBe(10_000_000_000n);
  expect(() => weiPerUnit("XYZ", 6, 8)).toThrow("XYZ");
  const network = read({ ...ETHEREUM, assets: [{ ...TETHER, symbol: "NONE" }] })?.network;
  if (network === undefined) throw new Error("nothing read");
  expect(() => externalChainSpec(0, network, LISTED)).toThrow("NONE");
});

test.each(["USDT", "USDT:1", "USDT:0:1", "usdt:1:1", "USDT:1:1,", "USDT:1.5:2"])(
  "CHAIN-04 limits of the signer %j are rejected",
  (text) => {
    expect(() => new SignerLimits(text)).toThrow("USDT:50000:1000000");
  },
);
