import { rmSync } from "node:fs";
import path from "node:path";
import { findAnvil } from "@candor/server/custody/chain/development/anvil-binary";
import type { DevelopmentChain } from "@candor/server/custody/chain/development/development-chain";
import { RemoteDevelopmentChain } from "@candor/server/custody/chain/development/remote-development-chain";
import { serveDevelopmentChain } from "@candor/server/custody/chain/development/serve-development-chain";
import { startAnvilChain } from "@candor/server/custody/chain/development/start-anvil-chain";
import { startSimulatedChain } from "@candor/server/custody/chain/development/start-simulated-chain";
import type { Receipt } from "@candor/server/custody/chain/evm-chain";
import { transferCall } from "@candor/server/custody/signer/erc20";
import { writeDurablyAsync } from "@candor/server/kit/durable/write-durably";
import type { Hex } from "@candor/server/kit/hex";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterEach, describe, expect, test } from "vitest";
import { CONTRACT_CACHE } from "../support/chain/contract-cache.ts";
import { HAS_OPENSSL } from "../support/link/link-certificates.ts";
import { TestAuthority, WITHOUT_OPENSSL } from "../support/link/test-authority.ts";
import { TestLog, temporaryDirectory } from "./chain-world.ts";

const SOMEBODY: Hex = "0x00000000000000000000000000000000000c0de1";
const GWEI = 10n ** 9n;
const COIN = 10n ** 18n;

const onFailure = (error: Error): void => {
  throw error;
};
const authority = HAS_OPENSSL ? new TestAuthority() : undefined;

/** A simulated chain in this process, used over the link as from a core. */
async function startBehindLink(home: string): Promise<DevelopmentChain> {
  if (authority === undefined) throw new Error("no certificates");
  const development = startSimulatedChain({ directory: path.join(home, "simulated"), onFailure });
  const log = new TestLog();
  const server = await serveDevelopmentChain({
    development,
    place: { host: "127.0.0.1", port: 0 },
    identity: authority.identityOf("chain"),
    log,
  });
  const place = { host: "127.0.0.1", port: server.port };
  const remote = await RemoteDevelopmentChain.connect({ place, identity: authority.identityOf("core"), log });
  const close = remote.close.bind(remote);
  remote.close = async () => {
    await close();
    await server.close();
    await development.close();
  };
  return remote;
}

const KINDS: readonly {
  readonly name: string;
  readonly start: (home: string) => Promise<DevelopmentChain>;
}[] = [
  {
    name: "embedded",
    start: async (home) => {
      const binary = findAnvil();
      if (binary === undefined) throw new Error("these tests need the development node");
      const directory = path.join(home, "anvil");
      const keepState = (state: Uint8Array): Promise<void> =>
        writeDurablyAsync(path.join(directory, "state.json"), state);
      const cache = CONTRACT_CACHE;
      return startAnvilChain({ binary, directory, keepState, cache, log: new TestLog(), onFailure });
    },
  },
  {
    name: "simulated",
    start: (home) =>
      Promise.resolve(startSimulatedChain({ directory: path.join(home, "simulated"), onFailure })),
  },
];
type Kind = (typeof KINDS)[number];

const leftOver: (() => unknown)[] = [];
afterEach(async () => {
  for (const clear of leftOver.splice(0).toReversed()) await clear();
});

const contract = ({ start }: Kind): void => {
  const open = async (): Promise<{ readonly home: string; readonly development: DevelopmentChain }> => {
    const home = temporaryDirectory();
    leftOver.push(() => rmSync(home, { recursive: true, force: true }));
    const development = await start(home);
    leftOver.push(() => development.close());
    return { home, development };
  };
  const tokenOf = ({ tokens }: DevelopmentChain): Hex => {
    const token = tokens.find(({ symbol }) => symbol === "USDT");
    if (token === undefined) throw new Error("no test token");
    return token.token;
  };
  const receiptOf = async ({ chain }: DevelopmentChain, hash: Hex): Promise<Receipt> => {
    const receipt = await chain.receipt(hash);
    if (receipt === undefined) throw new Error(`${hash} is not mined`);
    return receipt;
  };
  const sign = (
    account: PrivateKeyAccount,
    chainId: number,
    nonce: number,
    maxFeePerGas: bigint,
    what: { readonly to: Hex; readonly value?: bigint; readonly data?: Hex },
  ): Promise<Hex> =>
    account.signTransaction({
      type: "eip1559",
      chainId,
      nonce,
      gas: 100_000n,
      maxFeePerGas,
      maxPriorityFeePerGas: GWEI,
      ...what,
    });

  test("CHAIN-02 blocks are linked, contain the sent transactions, and report their results", async () => {
    const { development } = await open();
    const { chain } = development;
    const token = tokenOf(development);
    const before = await chain.headNumber();
    const coins = await development.send(null, SOMEBODY, 3n * COIN);
    const tokens = await development.send(token, SOMEBODY, 7_000_000n);
    expect(await chain.receipt(tokens)).toBeUndefined();
    expect((await chain.transaction(tokens))?.blockNumber).toBeNull();
    expect(await development.waitingTransactions()).toBe(2);
    await development.mine();
    expect(await chain.headNumber()).toBe(before + 1);
    const block = await chain.block(before + 1);
    if (block === undefined) throw new Error("no block");
    expect(block.parentHash).toBe(await chain.blockHash(before));
    expect(block.hash).toBe(await chain.blockHash(before + 1));
    expect(block.transactions.map(({ hash }) => hash).toSorted()).toEqual([coins, tokens].toSorted());
    const receipts = await chain.receipts(block);
    expect(receipts.map(({ txHash }) => txHash)).toEqual(block.transactions.map(({ hash }) => hash));
    expect(receipts.every(({ blockHash, succeeded }) => succeeded && blockHash === block.hash)).toBe(true);
    const { faucet } = development;
    expect((await receiptOf(development, tokens)).transfers).toEqual([
      { token, from: faucet, to: SOMEBODY, amount: 7_000_000n, position: 0 },
    ]);
    expect((await receiptOf(development, coins)).feePaid).toBeGreaterThan(0n);
    expect(await chain.transaction(coins)).toMatchObject({ from: faucet, to: SOMEBODY, value: 3n * COIN });
    expect(await chain.balance(SOMEBODY)).toBe(3n * COIN);
    expect(await chain.tokenBalance(token, SOMEBODY)).toBe(7_000_000n);
    expect(await chain.balance(SOMEBODY, before)).toBe(0n);
    expect(await chain.tokenBalance(token, SOMEBODY, before)).toBe(0n);
    expect(await chain.block(before + 2)).toBeUndefined();
    expect(await chain.blockHash(before + 2)).toBeUndefined();
    expect(await chain.transaction(`0x${"1".repeat(64)}`)).toBeUndefined();
  });

  test("CHAIN-02 nonces, replacements and refusals are those of Ethereum", async () => {
    const { development } = await open();
    const { chain, evmChainId } = development;
    const account = privateKeyToAccount(generatePrivateKey());
    const address = account.address.toLowerCase() as Hex;
    const to = SOMEBODY;
    const value = COIN;
    const first = await sign(account, evmChainId, 0, 5n * GWEI, { to, value });
    expect((await chain.broadcast(first)).kind).toBe("refused");
    await development.send(null, address, 10n * COIN);
    await development.mine();
    expect(await chain.broadcast(first)).toEqual({ kind: "accepted" });
    expect(await chain.broadcast(first)).toEqual({ kind: "accepted" });
    expect(await chain.nonce(address, "mined")).toBe(0);
    expect(await chain.nonce(address, "pending")).toBe(1);
    const cheaper = await sign(account, evmChainId, 0, 5n * GWEI, { to, value: 2n * value });
    expect(await chain.broadcast(cheaper)).toEqual({ kind: "underpriced" });
    const dearer = await account.signTransaction({
      type: "eip1559",
      chainId: evmChainId,
      nonce: 0,
      gas: 100_000n,
      maxFeePerGas: 10n * GWEI,
      maxPriorityFeePerGas: 3n * GWEI,
      to,
      value: 3n * value,
    });
    expect(await chain.broadcast(dearer)).toEqual({ kind: "accepted" });
    await development.mine();
    expect(await chain.nonce(address, "mined")).toBe(1);
    expect(await chain.balance(to)).toBe(3n * value);
    expect(await chain.broadcast(first)).toEqual({ kind: "nonce-used" });
  });

  test("CHAIN-02 a failed transfer costs gas, moves nothing and leaves no log; a simulated one reports the failure before", async () => {
    const { development } = await open();
    const { chain, evmChainId } = development;
    const token = tokenOf(development);
    const account = privateKeyToAccount(generatePrivateKey());
    const from = account.address.toLowerCase() as Hex;
    await development.send(null, from, COIN);
    await development.mine();
    const data = transferCall(SOMEBODY, 5n);
    expect(await chain.simulate({ from, to: token, value: 0n, data })).toEqual({ kind: "reverts" });
    expect(await chain.simulate({ from, to: SOMEBODY, value: 2n * COIN, data: "0x" })).toEqual({
      kind: "unfunded",
    });
    const simulated = await chain.simulate({ from, to: SOMEBODY, value: 1n, data: "0x" });
    expect(simulated).toMatchObject({ kind: "succeeds" });
    const raw = await sign(account, evmChainId, 0, 5n * GWEI, { to: token, data });
    await chain.broadcast(raw);
    await development.mine();
    const block = await chain.block(await chain.headNumber());
    const [receipt] = block === undefined ? [] : await chain.receipts(block);
    expect(receipt).toMatchObject({ succeeded: false, transfers: [] });
    expect(await chain.balance(from)).toBe(COIN - (receipt?.feePaid ?? 0n));
    expect(await chain.tokenBalance(token, SOMEBODY)).toBe(0n);
  });

  test("CHAIN-02 mined blocks are final, and keep their hashes after a restart", async () => {
    const { home, development } = await open();
    const token = tokenOf(development);
    const hash = await development.send(token, SOMEBODY, 7_000_000n);
    await development.mine();
    const head = await development.chain.headNumber();
    const blockHash = await development.chain.blockHash(head);
    await development.close();
    leftOver.pop();
    const again = await start(home);
    leftOver.push(() => again.close());
    expect(await again.chain.headNumber()).toBe(head);
    expect(await again.chain.settledNumber()).toBe(head);
    expect(await again.chain.blockHash(head)).toBe(blockHash);
    expect(tokenOf(again)).toBe(token);
    expect((await receiptOf(again, hash)).succeeded).toBe(true);
    expect(await again.chain.tokenBalance(token, SOMEBODY)).toBe(7_000_000n);
    await again.send(token, SOMEBODY, 1n);
    await again.mine();
    expect(await again.chain.tokenBalance(token, SOMEBODY)).toBe(7_000_001n);
  });
};
describe.each(KINDS)("the $name chain", contract);
describe.skipIf(!HAS_OPENSSL)(`the simulated chain in a process of its own${WITHOUT_OPENSSL}`, () =>
  contract({ name: "", start: startBehindLink }),
);
