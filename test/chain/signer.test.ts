import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DirectoryLock } from "@candor/journal/directory-lock";
import { DirectoryLockedError } from "@candor/journal/journal-errors";
import { SignerLimits } from "@candor/server/config/chain/signer-limits";
import { DepositAddresses } from "@candor/server/custody/chain/hd-addresses";
import { readTransferCall } from "@candor/server/custody/signer/erc20";
import { InsideSigner } from "@candor/server/custody/signer/inside-signer";
import { Signer } from "@candor/server/custody/signer/signer";
import { SignerClient } from "@candor/server/custody/signer/signer-client";
import { newMnemonic, SignerKeys } from "@candor/server/custody/signer/signer-keys";
import {
  type PaymentState,
  type SignerDescription,
  type SignerRequestInput,
  signerRequest,
} from "@candor/server/custody/signer/signer-messages";
import { readSignerSettings } from "@candor/server/custody/signer/signer-settings";
import type { Hex } from "@candor/server/kit/hex";
import { parseTransaction, recoverTransactionAddress } from "viem";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryDirectory } from "./chain-world.ts";

const TOKEN: Hex = "0x00000000000000000000000000000000000a55e7";
const TO: Hex = "0x00000000000000000000000000000000000c0de1";
const CHAIN = 5;
const USDT = 1_000_000n;
const GWEI = 10n ** 9n;
const DAY_MS = 86_400_000;
const PUBLISHED = "test test test test test test test test test test test junk";

let directory: string;
let nowMs: number;
let signer: Signer;
const keys = new SignerKeys(newMnemonic());

function open(mode: "sandbox" | "live" = "sandbox"): Signer {
  return new Signer({
    directory: path.join(directory, "journal"),
    mode,
    keys,
    limits: new SignerLimits("USDT:1000:2500,ETH:2:4"),
    nowMs: () => nowMs,
    onFailure: (error) => {
      throw error;
    },
  });
}

beforeEach(async () => {
  directory = temporaryDirectory();
  nowMs = 1_000_000_000;
  signer = open();
  await ask({ kind: "open-asset", chainId: CHAIN, symbol: "USDT", token: TOKEN, decimals: 6 });
  await ask({ kind: "open-asset", chainId: CHAIN, symbol: "ETH", token: null, decimals: 18 });
});
afterEach(() => {
  signer.close();
  rmSync(directory, { recursive: true, force: true });
});

const ask = (question: SignerRequestInput) => signer.answer(signerRequest.parse(question));

const payment = (withdrawalId: number, more: object = {}): SignerRequestInput => ({
  kind: "pay",
  withdrawalId,
  chainId: CHAIN,
  symbol: "USDT",
  to: TO,
  amount: String(100n * USDT),
  minedNonce: 0,
  gasLimit: 80_000,
  maxFeePerGas: String(10n * GWEI),
  maxPriorityFeePerGas: String(GWEI),
  ...more,
});

async function pay(
  withdrawalId: number,
  more: object = {},
): Promise<Extract<PaymentState, { kind: "signed" }>> {
  const state = (await ask(payment(withdrawalId, more))) as PaymentState;
  if (state.kind !== "signed") throw new Error(state.kind);
  return state;
}

const rawOf = ({ transactions }: { readonly transactions: readonly { readonly raw: Hex }[] }): Hex => {
  const newest = transactions.at(-1);
  if (newest === undefined) throw new Error("nothing signed");
  return newest.raw;
};

test("SIGN-01 a withdrawal is signed by the hot wallet: amount, receiver, chain and nonce as asked", async () => {
  const signed = await pay(7);
  const raw = rawOf(signed);
  const transaction = parseTransaction(raw);
  expect(transaction).toMatchObject({ chainId: CHAIN, gas: 80_000n, maxFeePerGas: 10n * GWEI });
  expect(transaction.to?.toLowerCase()).toBe(TOKEN);
  expect(readTransferCall(transaction.data ?? "0x")).toEqual({ to: TO, amount: 100n * USDT });
  const { hotWallet } = (await ask({ kind: "describe" })) as SignerDescription;
  const from = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` });
  expect(from.toLowerCase()).toBe(hotWallet);
});

test("SIGN-01 asked again, over a restart too, it answers with the same; with other contents it refuses", async () => {
  const first = await pay(7);
  expect(await pay(7)).toEqual(first);
  signer.close();
  signer = open();
  expect(await pay(7)).toEqual(first);
  for (const other of [{ amount: "1" }, { to: TOKEN }, { symbol: "ETH" }])
    await expect(ask(payment(7, other))).rejects.toThrow("other-contents");
  const second = await pay(8);
  expect([first.nonce, second.nonce]).toEqual([0, 1]);
});

test("SIGN-01 concurrent payments get one nonce each, without a gap", async () => {
  const signed = await Promise.all(Array.from({ length: 20 }, (_, index) => pay(index + 1, { amount: "5" })));
  expect(signed.map(({ nonce }) => nonce).toSorted((a, b) => a - b)).toEqual(signed.map((_, index) => index));
});

test("SIGN-01 a higher fee is the same payment with the same nonce; less than a tenth more signs nothing", async () => {
  const first = await pay(7);
  const raise = (gwei: bigint): SignerRequestInput => ({
    kind: "raise-fee",
    withdrawalId: 7,
    maxFeePerGas: String(gwei * GWEI),
    maxPriorityFeePerGas: String((gwei * GWEI) / 5n),
  });
  expect(await ask({ ...raise(10n), maxPriorityFeePerGas: String(GWEI) } as SignerRequestInput)).toEqual(
    first,
  );
  const raised = (await ask(raise(20n))) as typeof first;
  expect(raised.nonce).toBe(first.nonce);
  expect(raised.transactions).toHaveLength(2);
  const [before, after] = raised.transactions.map(({ raw }) => parseTransaction(raw));
  expect(after).toEqual({
    ...before,
    maxFeePerGas: 20n * GWEI,
    maxPriorityFeePerGas: 4n * GWEI,
    r: after?.r,
    s: after?.s,
    v: after?.v,
    yParity: after?.yParity,
  });
  await expect(ask(raise(501n))).rejects.toThrow("over-fee-limit");
  await expect(ask({ ...raise(20n), withdrawalId: 99 } as SignerRequestInput)).rejects.toThrow("not-signed");
});

test("SIGN-01 a canceled payment is never signed, a signed one never canceled, across restarts too", async () => {
  await ask({ kind: "cancel", withdrawalId: 9 });
  signer.close();
  signer = open();
  await expect(ask(payment(9))).rejects.toThrow("cancelled");
  await pay(7);
  await expect(ask({ kind: "cancel", withdrawalId: 7 })).rejects.toThrow("signed");
  const states = await ask({ kind: "look-up", withdrawalIds: [7, 8, 9] });
  expect(states).toMatchObject([{ kind: "signed" }, { kind: "unsigned" }, { kind: "cancelled" }]);
});

test("SIGN-01 a final payment keeps its number and ids and drops its transactions", async () => {
  const { nonce, gasLimit, transactions } = await pay(7);
  await ask({ kind: "forget", withdrawalId: 7 });
  signer.close();
  signer = open();
  const finalHashes = transactions.map(({ hash }) => hash);
  expect(await pay(7)).toEqual({ kind: "signed", nonce, gasLimit, transactions: [], finalHashes });
  expect((await pay(8)).nonce).toBe(1);
});

test("SIGN-02 limits per transaction and per 24 hours hold for every caller", async () => {
  await expect(ask(payment(1, { amount: String(1_001n * USDT) }))).rejects.toThrow("over-transaction-limit");
  await pay(1, { amount: String(1_000n * USDT) });
  nowMs += DAY_MS / 2;
  await pay(2, { amount: String(1_000n * USDT) });
  await expect(ask(payment(3, { amount: String(501n * USDT) }))).rejects.toThrow("over-day-limit");
  await pay(4, { amount: String(500n * USDT) });
  signer.close();
  signer = open();
  await expect(ask(payment(5, { amount: "1" }))).rejects.toThrow("over-day-limit");
  // The first one is a day old; the rejected payment can be requested again.
  nowMs += DAY_MS / 2 + 1;
  await pay(3, { amount: String(501n * USDT) });
  // Other assets have their own limits; an asset without a limit is not paid.
  await pay(6, { symbol: "ETH", amount: String(2n * 10n ** 18n) });
  await ask({ kind: "open-asset", chainId: CHAIN, symbol: "DOGE", token: TO, decimals: 8 });
  await expect(ask(payment(8, { symbol: "DOGE", amount: "1" }))).rejects.toThrow("over-transaction-limit");
});

test("SIGN-02 fees and gas have limits, own addresses are not paid", async () => {
  await expect(ask(payment(1, { maxFeePerGas: String(501n * GWEI) }))).rejects.toThrow("over-fee-limit");
  await expect(ask(payment(1, { gasLimit: 300_001 }))).rejects.toThrow("over-fee-limit");
  const { hotWallet, gasAccount } = (await ask({ kind: "describe" })) as SignerDescription;
  for (const to of [hotWallet, gasAccount])
    await expect(ask(payment(1, { to }))).rejects.toThrow("own-address");
});

test("SIGN-02 a chain with more hot wallet transactions than the journal is rejected", async () => {
  await expect(ask(payment(1, { minedNonce: 1 }))).rejects.toThrow("journal-behind");
  await pay(1);
  await pay(2, { minedNonce: 1 });
  await expect(ask(payment(3, { minedNonce: 3 }))).rejects.toThrow("journal-behind");
});

test("SIGN-02 an asset never changes after its opening", async () => {
  const other = { kind: "open-asset", chainId: CHAIN, symbol: "USDT", token: TO, decimals: 6 } as const;
  await expect(ask(other)).rejects.toThrow("other-asset");
  await expect(ask({ ...other, token: TOKEN, decimals: 18 })).rejects.toThrow("other-asset");
  await expect(ask(payment(1, { symbol: "XRP" }))).rejects.toThrow("unknown-asset");
});

test("SIGN-02 sweeps go to the hot wallet and gas to deposit addresses, within limits", async () => {
  const { hotWallet, depositKey } = (await ask({ kind: "describe" })) as SignerDescription;
  const fees = { maxFeePerGas: String(10n * GWEI), maxPriorityFeePerGas: String(GWEI) };
  const swept = (await ask({
    kind: "sweep",
    userId: 10_001,
    chainId: CHAIN,
    symbol: "USDT",
    amount: "55",
    nonce: 3,
    gasLimit: 80_000,
    ...fees,
  })) as { readonly raw: Hex };
  expect(readTransferCall(parseTransaction(swept.raw).data ?? "0x")).toEqual({ to: hotWallet, amount: 55n });
  const from = await recoverTransactionAddress({ serializedTransaction: swept.raw as `0x02${string}` });
  const address = new DepositAddresses(depositKey).of(10_001);
  expect(from.toLowerCase()).toBe(address);
  const gas = { kind: "fund-gas", userId: 10_001, chainId: CHAIN, nonce: 0, ...fees } as const;
  const funded = (await ask({ ...gas, amount: "1000" })) as { readonly raw: Hex };
  expect(parseTransaction(funded.raw)).toMatchObject({ value: 1_000n });
  expect(parseTransaction(funded.raw).to?.toLowerCase()).toBe(address);
  const most = 50_000_000_000_000_000n;
  await expect(ask({ ...gas, amount: String(most + 1n) })).rejects.toThrow("over-transaction-limit");
  for (let count = 0; count < 99; count++) await ask({ ...gas, amount: String(most) });
  await expect(ask({ ...gas, amount: String(most) })).rejects.toThrow("over-day-limit");
});

test("SIGN-03 live mode rejects development chains, a missing seed and a publicly known one", async () => {
  signer.close();
  signer = open("live");
  for (const chainId of [31_337, 1_337])
    await expect(
      ask({ kind: "open-asset", chainId, symbol: "USDT", token: TOKEN, decimals: 6 }),
    ).rejects.toThrow("development-chain");
  const live = { CANDOR_SIGNER_DIRECTORY: directory, CANDOR_MODE: "live" };
  expect(() => readSignerSettings(live)).toThrow("CANDOR_SIGNER_MNEMONIC");
  expect(() => readSignerSettings({ ...live, CANDOR_SIGNER_MNEMONIC: PUBLISHED })).toThrow("publicly known");
  expect(() => readSignerSettings({ ...live, CANDOR_SIGNER_MNEMONIC: "one two three" })).toThrow("BIP-39");
  expect(readSignerSettings({ ...live, CANDOR_SIGNER_MNEMONIC: newMnemonic() }).mode).toBe("live");
  expect(() =>
    readSignerSettings({ ...live, CANDOR_SIGNER_MNEMONIC: newMnemonic(), CANDOR_SIGNER_LIMITS: "USDT" }),
  ).toThrow("USDT:50000:1000000");
});

test("SIGN-03 the sandbox's seed is drawn once, readable by its owner only, and a file that others may read is rejected", () => {
  const sandbox = { CANDOR_SIGNER_DIRECTORY: directory, CANDOR_MODE: "sandbox" };
  const { hotWallet } = readSignerSettings(sandbox).keys;
  const file = path.join(directory, "seed");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readSignerSettings(sandbox).keys.hotWallet.address).toBe(hotWallet.address);
  chmodSync(file, 0o644);
  expect(() => readSignerSettings(sandbox)).toThrow("0600");
  const given = path.join(directory, "given");
  writeFileSync(given, newMnemonic(), { mode: 0o600 });
  expect(
    readSignerSettings({ ...sandbox, CANDOR_SIGNER_MNEMONIC_FILE: given }).keys.hotWallet.address,
  ).not.toBe(hotWallet.address);
});

test("SIGN-03 the watching half gets a public key and derives the same addresses; a private one is rejected", async () => {
  const { depositKey } = (await ask({ kind: "describe" })) as SignerDescription;
  expect(depositKey.startsWith("xpub")).toBe(true);
  const addresses = new DepositAddresses(depositKey);
  for (const userId of [0, 1, 10_001, 2 ** 31 - 1])
    expect(addresses.of(userId)).toBe(keys.depositAccount(userId).address.toLowerCase());
  expect(() => addresses.of(2 ** 31)).toThrow("out of range for an address");
  // https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki, test vector 1
  const published =
    "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi";
  expect(() => new DepositAddresses(published)).toThrow("public key");
});

test("SIGN-03 the process answers, keeps its signatures through a kill, rejects malformed requests, and never reveals its seed", async () => {
  const home = path.join(directory, "process");
  const client = await SignerClient.start({ directory: home, variables: {}, warn: () => {} });
  try {
    const description = await client.ask<"describe">({ kind: "describe" });
    await client.ask<"open-asset">({
      kind: "open-asset",
      chainId: CHAIN,
      symbol: "USDT",
      token: TOKEN,
      decimals: 6,
    });
    const first = await client.ask<"pay">(payment(1) as Extract<SignerRequestInput, { kind: "pay" }>);
    process.kill(client.pid ?? 0, "SIGKILL");
    const ended = await client.ask<"describe">({ kind: "describe" }).catch((error: Error) => error.message);
    if (typeof ended === "string") expect(ended).toContain("unavailable");
    expect(await client.ask<"describe">({ kind: "describe" })).toEqual(description);
    expect(await client.ask<"pay">(payment(1) as Extract<SignerRequestInput, { kind: "pay" }>)).toEqual(
      first,
    );
    const malformed = { kind: "pay", withdrawalId: "1" } as unknown as Extract<
      SignerRequestInput,
      { kind: "pay" }
    >;
    await expect(client.ask<"pay">(malformed)).rejects.toThrow("malformed");
    const words = readFileSync(path.join(home, "seed"), "utf8").split(" ");
    const journal = readdirSync(path.join(home, "journal"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"))
      .join("");
    expect(journal).not.toContain(words.slice(0, 3).join(" "));
    expect(JSON.stringify(description)).not.toContain("xprv");
  } finally {
    await client.close();
  }
  await expect(client.ask<"describe">({ kind: "describe" })).rejects.toThrow("closed");
});

test("SBOX-62 a signer inside the server has the seed, the journal and the answers of a process of its own", async () => {
  const home = path.join(directory, "inside");
  const asset = { kind: "open-asset", chainId: CHAIN, symbol: "USDT", token: TOKEN, decimals: 6 } as const;
  const pay = payment(1) as Extract<SignerRequestInput, { kind: "pay" }>;
  const client = await SignerClient.start({ directory: home, variables: {}, warn: () => {} });
  const description = await client.ask<"describe">({ kind: "describe" });
  await client.ask<"open-asset">(asset);
  const first = await client.ask<"pay">(pay);
  await client.close();
  const failures: Error[] = [];
  const inside = await InsideSigner.open(home, (error) => failures.push(error));
  expect(await inside.ask<"describe">({ kind: "describe" })).toEqual(description);
  expect(await inside.ask<"pay">(pay)).toEqual(first);
  const malformed = { ...pay, withdrawalId: "1" } as unknown as typeof pay;
  await expect(inside.ask<"pay">(malformed)).rejects.toThrow("malformed");
  await expect(inside.ask<"open-asset">({ ...asset, decimals: 7 })).rejects.toThrow("other-asset");
  await inside.close();
  await inside.close();
  await expect(inside.ask<"describe">({ kind: "describe" })).rejects.toThrow("closed");
  expect(failures).toEqual([]);
});

test("SIGN-03 a signer that cannot start again at once does so later, though nobody asks it", async () => {
  const home = path.join(directory, "process");
  const journal = path.join(home, "journal");
  const said: string[] = [];
  const client = await SignerClient.start({
    directory: home,
    variables: {},
    warn: (message) => said.push(message),
  });
  try {
    const first = client.pid ?? 0;
    process.kill(first, "SIGKILL");
    // Somebody else holds its directory, for longer than a signer waits for it.
    const generation = readdirSync(journal)[0] ?? "";
    const lock = await eventuallyLocked(path.join(journal, generation));
    await expect
      .poll(() => said.join("; "), { timeout: 60_000 })
      .toContain("the signer did not start: signer unavailable: it exited with 2");
    expect(client.pid).toBeUndefined();
    lock.release();
    await expect.poll(() => client.pid, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(client.pid).not.toBe(first);
  } finally {
    await client.close();
  }
});

/** The lock of a directory whose holder has just been killed. */
async function eventuallyLocked(locked: string): Promise<DirectoryLock> {
  for (;;) {
    try {
      return DirectoryLock.acquire(locked);
    } catch (error) {
      if (!(error instanceof DirectoryLockedError)) throw error;
      await sleep(1);
    }
  }
}
