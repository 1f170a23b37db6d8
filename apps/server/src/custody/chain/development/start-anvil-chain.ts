import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { getContractAddress } from "viem/utils";
import type { Hex } from "../../../kit/hex.ts";
import type { ChainLog } from "../chain-log.ts";
import { AnvilChain } from "./anvil-chain.ts";
import { compiledContracts, TEST_TOKEN_SOURCE } from "./compiled-contracts.ts";
import { type DevelopmentChain, FAUCET_COINS, TEST_TOKEN, TEST_TOKEN_SUPPLY } from "./development-chain.ts";
import { FaucetSender } from "./faucet-sender.ts";

const ANVIL_CHAIN_ID = 31_337;
/** The faucet's first transaction creates the token, so the token's address follows from the faucet's address. */
const TOKEN_NONCE = 0;
const WORD_DIGITS = 64;
export const STATE_FILE = "state.json";

export interface AnvilChainOptions {
  readonly binary: string;
  readonly directory: string;
  /** Writes `state.json` in the directory durably. */
  readonly keepState: (state: Uint8Array) => Promise<void>;
  /** Cache of the compiled token code; by default `directory`. */
  readonly cache?: string | undefined;
  readonly log: ChainLog;
  /** Called when the server cannot continue. */
  readonly onFailure: (error: Error) => void;
}

/** Starts the embedded node: a new chain with a test token at the first start, the stored one afterwards. */
export async function startAnvilChain(options: AnvilChainOptions): Promise<DevelopmentChain> {
  const { binary, directory, keepState, cache, log, onFailure } = options;
  const stateFile = path.join(directory, STATE_FILE);
  // Compiling takes seconds, so the node starts meanwhile.
  const code = existsSync(stateFile) ? undefined : tokenCode(cache ?? directory);
  code?.catch(() => undefined);
  const node = { binary, evmChainId: ANVIL_CHAIN_ID, stateFile, port: 0 };
  const chain = await AnvilChain.start({ ...node, keepState }, log);
  let faucet: FaucetSender | undefined;
  try {
    // An interrupted first start left transactions of a chain that was never stored.
    if (code !== undefined) rmSync(path.join(directory, "faucet"), { recursive: true, force: true });
    faucet = new FaucetSender(directory, ANVIL_CHAIN_ID, chain, onFailure);
    if (code === undefined) await faucet.sendAgain();
    else await found(chain, faucet, await code);
    return new EmbeddedChain(chain, faucet);
  } catch (error) {
    faucet?.close();
    await chain.close();
    throw error;
  }
}

async function tokenCode(directory: string): Promise<Hex> {
  const { TestTether } = await compiledContracts(TEST_TOKEN_SOURCE, directory);
  if (TestTether === undefined) throw new Error("the test token's source has no contract TestTether");
  const supply = TEST_TOKEN_SUPPLY.toString(16).padStart(WORD_DIGITS, "0");
  return `${TestTether}${supply}`;
}

async function found(chain: AnvilChain, faucet: FaucetSender, code: Hex): Promise<void> {
  await chain.giveCoins(faucet.address, FAUCET_COINS);
  const deployment = await faucet.deploy(code);
  await chain.mine();
  const receipt = await chain.receipt(deployment);
  if (receipt?.succeeded !== true) throw new Error("the test token could not be created");
  await chain.keep("now");
  await faucet.settle();
}

class EmbeddedChain implements DevelopmentChain {
  readonly kind = "embedded";
  readonly evmChainId = ANVIL_CHAIN_ID;
  readonly chain: AnvilChain;
  readonly tokens;
  private readonly sender: FaucetSender;

  constructor(chain: AnvilChain, sender: FaucetSender) {
    this.chain = chain;
    this.sender = sender;
    const token = getContractAddress({ from: sender.address, nonce: BigInt(TOKEN_NONCE) });
    this.tokens = [{ ...TEST_TOKEN, token: token.toLowerCase() as Hex }];
  }

  get faucet(): Hex {
    return this.sender.address;
  }

  send(token: Hex | null, to: Hex, amount: bigint): Promise<Hex> {
    return this.sender.transfer(token, to, amount);
  }

  async waitingTransactions(): Promise<number> {
    const waiting = await this.chain.waitingTransactions();
    return waiting === 0 && this.sender.hasWaiting ? 1 : waiting;
  }

  async mine(): Promise<void> {
    await this.chain.mine();
    await this.chain.keep();
    const isAllKept = (await this.chain.settledNumber()) >= (await this.chain.headNumber());
    if (isAllKept) await this.sender.settle();
  }

  async close(): Promise<void> {
    await this.chain.close();
    this.sender.close();
  }
}
