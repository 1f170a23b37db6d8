import path from "node:path";
import { findAnvil } from "@candor/server/custody/chain/development/anvil-binary";
import { AnvilProcess } from "@candor/server/custody/chain/development/anvil-process";
import {
  compiledContracts,
  TEST_TOKEN_SOURCE,
} from "@candor/server/custody/chain/development/compiled-contracts";
import { transferCall } from "@candor/server/custody/signer/erc20";
import type { Hex } from "@candor/server/kit/hex";
import {
  type Abi,
  type Client,
  createClient,
  encodeFunctionData,
  getContractAddress,
  http,
  keccak256,
  parseAbi,
} from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { CONTRACT_CACHE } from "./contract-cache.ts";

export const TEST_CHAIN_ID = 31_337;
const SUPPLY = 10n ** 18n;

const CALLER_ABI = parseAbi([
  "function payMany(address token, address[] to, uint256[] values)",
  "function tryAndFail(address token, address to, uint256 value)",
  "function payThenRevert(address token, address to, uint256 value)",
  "function sendCoins(address to) payable",
  "function payCoins(address[] to, uint256[] values) payable",
  "function tryCoinsAndFail(address to) payable",
  "function die(address to) payable",
  "function pretend(address to, uint256 value)",
  "function setStubborn(bool isStubborn)",
  "function setDecimals(uint8 value)",
]);

export interface Sending {
  readonly to?: Hex;
  readonly value?: bigint;
  readonly data?: Hex;
  readonly nonce?: number;
  readonly gwei?: bigint;
  readonly gas?: bigint;
}

/** A development node for one test, with a funded account and all test contracts. */
export class TestNode {
  readonly process: AnvilProcess;
  readonly rich: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey());
  private readonly client: Client;
  private nonce = 0;

  private constructor(process: AnvilProcess) {
    this.process = process;
    this.client = createClient({ transport: http(process.url, { retryCount: 0, timeout: 60_000 }) });
  }

  static async start(): Promise<TestNode> {
    const binary = findAnvil();
    if (binary === undefined) throw new Error("these tests need the development node");
    const process = await AnvilProcess.start({
      binary,
      evmChainId: TEST_CHAIN_ID,
      stateFile: undefined,
      port: 0,
    });
    const node = new TestNode(process);
    await node.giveCoins(node.rich.address, 10n ** 24n);
    return node;
  }

  get richAddress(): Hex {
    return this.rich.address.toLowerCase() as Hex;
  }

  request(method: string, params: readonly unknown[] = []): Promise<unknown> {
    return this.client.request({ method, params } as never);
  }

  async giveCoins(address: Hex, wei: bigint): Promise<void> {
    await this.request("anvil_setBalance", [address, `0x${wei.toString(16)}`]);
  }

  async mine(blocks = 1): Promise<void> {
    for (let mined = 0; mined < blocks; mined++) await this.request("evm_mine");
  }

  /** Replaces the newest blocks by empty ones. */
  async reorganise(depth: number): Promise<void> {
    await this.request("anvil_reorg", [depth, []]);
  }

  /** Signs a transaction and sends it without mining; @returns its hash and raw text */
  async send(what: Sending): Promise<{ readonly hash: Hex; readonly raw: Hex }> {
    const { gwei = 10n, gas = 3_000_000n, nonce, ...rest } = what;
    const raw = await this.rich.signTransaction({
      type: "eip1559",
      chainId: TEST_CHAIN_ID,
      nonce: nonce ?? this.nonce++,
      gas,
      maxFeePerGas: gwei * 10n ** 9n,
      maxPriorityFeePerGas: gwei * 10n ** 8n,
      ...rest,
    });
    await this.hand(raw);
    return { hash: keccak256(raw), raw };
  }

  async hand(raw: Hex): Promise<void> {
    await this.request("eth_sendRawTransaction", [raw]);
  }

  get nextNonce(): number {
    return this.nonce;
  }

  /** Call it after a reorganization that dropped transactions. */
  async readNonce(): Promise<void> {
    this.nonce = Number(await this.request("eth_getTransactionCount", [this.rich.address, "latest"]));
  }

  pay(token: Hex | null, to: Hex, amount: bigint): ReturnType<TestNode["send"]> {
    return this.send(token === null ? { to, value: amount } : { to: token, data: transferCall(to, amount) });
  }

  /** Deploys and mines a contract of pitfalls.sol, or the test token. */
  async deploy(name: string, argument = ""): Promise<Hex> {
    const source = name === "TestTether" ? TEST_TOKEN_SOURCE : path.join(import.meta.dirname, "pitfalls.sol");
    const code = (await compiledContracts(source, CONTRACT_CACHE))[name];
    if (code === undefined) throw new Error(`no contract ${name}`);
    const address = getContractAddress({ from: this.rich.address, nonce: BigInt(this.nonce) });
    const word = name === "TestTether" ? SUPPLY.toString(16).padStart(64, "0") : argument;
    await this.send({ data: `${code}${word}` });
    await this.mine();
    return address.toLowerCase() as Hex;
  }

  call(functionName: string, args: readonly unknown[]): Hex {
    const abi: Abi = CALLER_ABI;
    return encodeFunctionData({ abi, functionName, args });
  }

  async stop(): Promise<void> {
    await this.process.stop();
  }
}

export const TRUE_WORD = "1".padStart(64, "0");
export const FALSE_WORD = "0".padStart(64, "0");
