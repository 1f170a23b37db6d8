import path from "node:path";
import type { Hex } from "../../../kit/hex.ts";
import { type DevelopmentChain, TEST_TOKEN } from "./development-chain.ts";
import { FaucetSender } from "./faucet-sender.ts";
import { SIMULATED_CHAIN_ID, SimulatedChain } from "./simulated-chain.ts";
import { SIMULATED_TOKEN } from "./simulated-ledger.ts";

export interface SimulatedChainOptions {
  readonly directory: string;
  /** Called when the server cannot continue. */
  readonly onFailure: (error: Error) => void;
}

/** Starts the chain for platforms without a development node: same adapter and signatures, no EVM. */
export function startSimulatedChain({ directory, onFailure }: SimulatedChainOptions): DevelopmentChain {
  // The two depend on each other: the chain's genesis needs the faucet's address, and the faucet sends to the chain.
  let chain: SimulatedChain | undefined;
  const opened = (): SimulatedChain => {
    if (chain === undefined) throw new Error("the simulated chain is not open");
    return chain;
  };
  const sender = new FaucetSender(
    directory,
    SIMULATED_CHAIN_ID,
    {
      broadcast: (raw) => opened().broadcast(raw),
      nonce: (address, including) => opened().nonce(address, including),
    },
    onFailure,
  );
  try {
    chain = new SimulatedChain(path.join(directory, "blocks"), sender.address, Date.now, onFailure);
  } catch (error) {
    sender.close();
    throw error;
  }
  return new InProcessChain(chain, sender);
}

class InProcessChain implements DevelopmentChain {
  readonly kind = "simulated";
  readonly evmChainId = SIMULATED_CHAIN_ID;
  readonly tokens = [{ ...TEST_TOKEN, token: SIMULATED_TOKEN }];
  readonly chain: SimulatedChain;
  private readonly sender: FaucetSender;

  constructor(chain: SimulatedChain, sender: FaucetSender) {
    this.chain = chain;
    this.sender = sender;
  }

  get faucet(): Hex {
    return this.sender.address;
  }

  send(token: Hex | null, to: Hex, amount: bigint): Promise<Hex> {
    return this.sender.transfer(token, to, amount);
  }

  waitingTransactions(): Promise<number> {
    const { waitingCount } = this.chain;
    return Promise.resolve(waitingCount === 0 && this.sender.hasWaiting ? 1 : waitingCount);
  }

  async mine(): Promise<void> {
    await this.chain.mine();
    await this.sender.settle();
  }

  close(): Promise<void> {
    this.chain.close();
    this.sender.close();
    return Promise.resolve();
  }
}
