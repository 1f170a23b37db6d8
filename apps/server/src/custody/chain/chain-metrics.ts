import { Gauge, type Registry } from "prom-client";
import { COIN_DECIMALS } from "../../config/chain/network-settings.ts";
import { type ChainPort, type CustodyView } from "./chain-port.ts";

const FIGURES = [
  ["hot_wallet", "Balance of the hot wallet, in coins.", "hotWallet"],
  ["deposit_addresses", "Balance of deposit addresses, in coins.", "depositAddresses"],
  ["liabilities", "Total user balances in the exchange, in coins.", "liabilities"],
  ["uncredited", "Arrived but not credited, in coins.", "uncredited"],
  ["platform", "The platform's own money in custody, in coins.", "platform"],
  ["difference", "Unexplained difference, in coins; negative is an alarm.", "difference"],
] as const satisfies readonly (readonly [string, string, keyof CustodyView])[];

/** Registers Prometheus metrics of the chains. They are read at collection time. */
export function addChainMetrics(registry: Registry, chains: ChainPort): void {
  let asked: Promise<readonly CustodyView[]> | undefined;
  // All gauges of one collection share one chain query. A failed query leaves out the metric.
  const custody = (): Promise<readonly CustodyView[]> => {
    asked ??= chains
      .custody()
      .catch(() => [])
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  for (const [name, help, field] of FIGURES) {
    const gauge: Gauge = new Gauge({
      name: `candor_custody_${name}`,
      help,
      labelNames: ["chain", "asset"],
      registers: [registry],
      collect: async () => {
        const views = await custody();
        gauge.reset();
        for (const view of views)
          gauge.set({ chain: view.chain, asset: view.symbol }, coins(view[field], view.chainDecimals));
      },
    });
  }
  const gas: Gauge = new Gauge({
    name: "candor_gas_account",
    help: "Balance that pays gas for token sweeps, in coins.",
    labelNames: ["chain"],
    registers: [registry],
    collect: async () => {
      const views = await chains.gas().catch(() => []);
      gas.reset();
      for (const { chain, balance } of views) gas.set({ chain }, coins(balance, COIN_DECIMALS));
    },
  });
  const head: Gauge = new Gauge({
    name: "candor_chain_head_block",
    help: "Number of the newest block read.",
    labelNames: ["chain"],
    registers: [registry],
    collect: () => {
      for (const { chain, headBlock } of chains.chains) head.set({ chain }, headBlock);
    },
  });
  const paused: Gauge = new Gauge({
    name: "candor_chain_paused",
    help: "1 while deposits and withdrawals are paused.",
    labelNames: ["chain"],
    registers: [registry],
    collect: () => {
      for (const view of chains.chains) paused.set({ chain: view.chain }, view.paused === undefined ? 0 : 1);
    },
  });
}

/** Prometheus values are floats; exact amounts are available elsewhere. */
function coins(digits: string, decimals: number): number {
  const sign = digits.startsWith("-") ? "-" : "";
  const padded = digits.slice(sign.length).padStart(decimals + 1, "0");
  const point = padded.length - decimals;
  return Number(`${sign}${padded.slice(0, point)}.${padded.slice(point)}`);
}
