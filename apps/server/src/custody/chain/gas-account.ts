import { getAddress } from "viem/utils";
import type { Hex } from "../../kit/hex.ts";
import type { GasView } from "./chain-port.ts";
import type { ChainSpec } from "./chain-spec.ts";
import type { EvmChain } from "./evm-chain.ts";
import { feesFor } from "./hot-wallet.ts";
import { fundingOf, sweepGasLimit } from "./sweeper.ts";

/** Gas of a typical token transfer. Each sweep asks the chain for the real value. */
const TOKEN_GAS = 55_000n;
/** Below this number of sweeps, a refill is due. */
const LOW_SWEEPS = 20;

/**
 * Returns the gas account's current balance and how many sweeps it covers; undefined when the chain has no tokens and
 * so needs none.
 */
export async function gasOf(chain: EvmChain, spec: ChainSpec, account: Hex): Promise<GasView | undefined> {
  if (spec.assets.every(({ token }) => token === null)) return undefined;
  const [balance, rates] = await Promise.all([chain.balance(account), chain.feeRates()]);
  const fees = feesFor(rates);
  const cost = fundingOf(sweepGasLimit(TOKEN_GAS) * fees.maxFeePerGas, 0n, fees).cost;
  // A development chain may charge no fees.
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
