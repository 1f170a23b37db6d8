import { checkNetwork, checkSignerLimits } from "@candor/server/config/chain/check-network";
import type { AssetSettings, NetworkSettings } from "@candor/server/config/chain/network-settings";
import { unconfirmed } from "@candor/server/custody/chain/confirm-chain";
import { confirmChainFile } from "@candor/server/custody/chain/confirm-chain-file";
import { RpcClient } from "@candor/server/custody/chain/rpc-client";
import type { Hex } from "@candor/server/kit/hex";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { TEST_CHAIN_ID, TestNode } from "../support/chain/test-node.ts";
import { USDT } from "./chain-world.ts";
import { FalseReplyNode } from "./false-reply-node.ts";
import { OutsideWorld } from "./outside-world.ts";

const NOBODY: Hex = "0x00000000000000000000000000000000000c0de1";
const USDT_TERMS = { minDeposit: "1", withdrawalFee: "1", minWithdrawal: "10", maxWithdrawal: "50000" };

let node: TestNode;
let tether: Hex;
let oldToken: Hex;
beforeAll(async () => {
  node = await TestNode.start();
  tether = await node.deploy("TestTether");
  oldToken = await node.deploy("OldToken");
});
afterAll(() => node?.stop());

const usdt = (changes: Partial<AssetSettings> = {}): AssetSettings => ({
  symbol: "USDT",
  token: tether,
  decimals: 6,
  ...USDT_TERMS,
  ...changes,
});

const networkOf = (assets: AssetSettings[], changes: Partial<NetworkSettings> = {}): NetworkSettings => ({
  chainId: TEST_CHAIN_ID,
  name: "Test network",
  confirmations: 3,
  finality: "none",
  blockSeconds: 1,
  explorerUrl: null,
  testnet: true,
  assets,
  ...changes,
});

const problemsOf = (network: NetworkSettings) =>
  unconfirmed(new RpcClient(node.process.url), network, undefined);

describe("CHAIN-06: every fact of the chain file that the node can confirm is confirmed", () => {
  test("a correct file has no problems", async () => {
    expect(await problemsOf(networkOf([usdt()]))).toEqual([]);
    const old = usdt({ symbol: "XRP", token: oldToken, decimals: 18, tokenSymbol: "OLD" });
    expect(await problemsOf(networkOf([usdt(), old]))).toEqual([]);
  });

  test.each<readonly [string, () => Partial<AssetSettings>, readonly string[]]>([
    [
      "wrong decimals",
      () => ({ decimals: 18 }),
      ["USDT", "has 6 decimals, the file says 18", 'set "decimals" to 6'],
    ],
    ["an address without a contract", () => ({ token: NOBODY }), ["USDT", NOBODY, "no contract"]],
    ["somebody's wallet as the token", () => ({ token: node.richAddress }), ["USDT", "no contract"]],
    [
      "another token",
      () => ({ token: oldToken }),
      ["USDT", 'reports the symbol "OLD"', 'set "tokenSymbol" to "OLD"'],
    ],
    ["another symbol", () => ({ tokenSymbol: "USD₮0" }), ["USDT", 'reports the symbol "USDT"', "USD₮0"]],
    ["no symbol", () => ({ tokenSymbol: null }), ["USDT", 'reports the symbol "USDT"', "null"]],
  ])("%s is reported with the asset, both values and the fix", async (_what, changes, words) => {
    const problems = (await problemsOf(networkOf([usdt(changes())]))).join("\n");
    for (const word of words) expect(problems).toContain(word);
  });

  test("a node of another chain is reported as the only problem", async () => {
    expect(await problemsOf(networkOf([usdt({ decimals: 18 })], { chainId: 1 }))).toEqual([
      expect.stringContaining(`on chain ${TEST_CHAIN_ID}, the file says 1`),
    ]);
  });

  test("a finality tag unknown to the node, and a wallet with code, are reported", async () => {
    const falseNode = await FalseReplyNode.start(node.process.url);
    onTestFinished(() => falseNode.stop());
    falseNode.replyWith((method, [tag]) =>
      method === "eth_getBlockByNumber" && tag === "safe" ? new Error("unknown block") : undefined,
    );
    const wallets = { hotWallet: tether, gasAccount: NOBODY };
    const problems = await unconfirmed(
      new RpcClient(falseNode.url),
      networkOf([usdt()], { finality: "safe" }),
      wallets,
    );
    expect(problems).toEqual([
      expect.stringContaining('the node has no "safe" block'),
      expect.stringContaining(`the hot wallet ${tether} has code`),
    ]);
  });

  test("all problems are reported together, and an unreachable node by its variable, without its address", async () => {
    const wallets = { hotWallet: node.richAddress, gasAccount: NOBODY };
    const settings = (rpcUrl: string, assets: AssetSettings[]) => ({ rpcUrl, network: networkOf(assets) });
    const wrong = [usdt({ decimals: 18 }), usdt({ symbol: "XRP", token: NOBODY })];
    await expect(confirmChainFile(settings(node.process.url, wrong), wallets)).rejects.toThrow(
      /^CANDOR_CHAIN_FILE .*\n.*USDT.*6 decimals(.|\n)*XRP.*no contract/,
    );
    // A hot wallet whose mnemonic has already paid.
    await expect(confirmChainFile(settings(node.process.url, [usdt()]), wallets)).rejects.toThrow(
      /CANDOR_SIGNER_MNEMONIC_FILE .* has already sent \d+ transactions/,
    );
    const dead = await confirmChainFile(settings("http://127.0.0.1:9/a-secret-key", [usdt()]), wallets).catch(
      (error: Error) => error.message,
    );
    expect(dead).toContain("CANDOR_CHAIN_RPC names a node that does not answer");
    expect(dead).not.toContain("a-secret-key");
  });
});

test.each<readonly [string, AssetSettings[], string]>([
  [
    "coins of other decimals",
    [usdt({ symbol: "ETH", token: null, decimals: 6 })],
    'ETH: "decimals" must be 18',
  ],
  [
    "two assets on one token",
    [usdt({ token: NOBODY }), usdt({ symbol: "XRP", token: NOBODY })],
    "XRP and USDT",
  ],
  ["one asset twice", [usdt(), usdt({ token: NOBODY })], "USDT and USDT"],
  ["a fee above half of the smallest withdrawal", [usdt({ withdrawalFee: "6" })], "USDT"],
  ["limits the wrong way round", [usdt({ minWithdrawal: "60000" })], "minWithdrawal"],
  ["deposits of nothing", [usdt({ minDeposit: "0" })], "minDeposit"],
  ["a token's symbol for the coin", [usdt({ token: null, decimals: 18, tokenSymbol: "X" })], "tokenSymbol"],
])("CHAIN-06 %s are rejected without any request", (_what, assets, words) => {
  expect(() => checkNetwork(networkOf(assets))).toThrow(words);
});

test.each([
  ["USDT:50000:1000000", [usdt(), usdt({ symbol: "XRP", token: NOBODY })], "no limit for XRP"],
  ["USDT:100:1000000", [usdt()], "limits USDT to 100 per payment"],
  ["USDT:50000:100", [usdt()], "less USDT per day than per payment"],
] as const)(
  "CHAIN-06 limits %s that stop the signer from paying the file's offers are rejected",
  (text, assets, words) => {
    expect(() => checkSignerLimits(networkOf([...assets]), text)).toThrow(words);
  },
);

test("CHAIN-07 a node that changes after the founding pauses the chain until it confirms the file again", async () => {
  const changing = await node.deploy("ChangingToken");
  const falseNode = await FalseReplyNode.start(node.process.url);
  onTestFinished(() => falseNode.stop());
  falseNode.replyWith("down");
  const outside = await OutsideWorld.open(node, { USDT: changing }, { rpcUrl: falseNode.url });
  onTestFinished(() => outside.remove());
  const paused = () => outside.service.chains[0]?.paused;
  await outside.rounds(2);
  expect(paused()).toBe("unreachable");
  await node.send({ to: changing, data: node.call("setDecimals", [18]) });
  await node.mine();
  falseNode.replyWith(undefined);
  const words = () => outside.service.chains[0]?.unconfirmed.join() ?? "";
  await outside.world.until("the node contradicts the file", () => words().includes("has 18 decimals"));
  expect(paused()).toBe("unconfirmed");
  await outside.world.openUsers(31_000);
  await node.pay(null, await outside.addressOf(31_000), 10n ** 18n);
  await node.mine(6);
  await outside.rounds(4);
  expect(outside.fatesOf(31_000)).toEqual(["100000000 seen"]);
  expect(await outside.world.balanceOf(31_000, USDT)).toEqual([0, 0]);
  await node.send({ to: changing, data: node.call("setDecimals", [6]) });
  await node.mine();
  await outside.world.until("the chain goes on", () => paused() === undefined);
  await outside.world.until("it is credited", () => outside.fatesOf(31_000)[0] === "100000000 credited");
});
