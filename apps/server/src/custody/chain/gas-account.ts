import { getAddress } from "viem/utils";
import type { Hex } from "../../kit/hex.ts";
import type { GasView } from "./chain-port.ts";
import type { ChainSpec } from "./chain-spec.ts";
import type { EvmChain } from "./evm-chain.ts";
import { feesFor } from "./hot-wallet.ts";
import { fundingOf, sweepGasLimit } from "./sweeper.ts";

/** What a transfer of a usual token needs. What one really does is asked of the chain with each sweep. */
const TOKEN_GAS = 55_000n;
/** With fewer than this it is time to refill. */
const LOW_SWEEPS = 20;

/** What the gas account has at this moment, and how far that goes; undefined: the chain has no tokens, and so no need of it. */
export async function gasOf(chain: EvmChain, spec: ChainSpec, account: Hex): Promise<GasView | undefined> {
  if (spec.assets.every(({ token }) => token === null)) return undefined;
  const [balance, rates] = await Promise.all([chain.balance(account), chain.feeRates()]);
  const fees = feesFor(rates);
  const cost = fundingOf(sweepGasLimit(TOKEN_GAS) * fees.maxFeePerGas, 0n, fees).cost;
  // A development chain may ask for no fees at all.
  const sweeps = cost === 0n ? LOW_SWEEPS : Number(balance / cost);
  return {
    chain: spec.chain,
    chainName: spec.chainName,
    coin: spec.assets.find(({ token }) => token === null)?.symbol ?? "coins",
    address: getAddress(account),
    balance: String(balance),
    sweeps,
    isLow: sweeps < LOW_SWEEPS,
  };
}
