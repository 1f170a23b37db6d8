import type { ChainPort } from "./chain-port.ts";

/** Returns the chains section of `/healthz`. */
export function chainHealth({ chains }: ChainPort): readonly object[] {
  return chains.map(({ chain, chainName, kind, headBlock, paused }) => ({
    chain,
    chainName,
    kind,
    headBlock,
    paused: paused ?? null,
    ...(kind === "simulated" ? { notice: "no development node for this platform: simulated" } : {}),
  }));
}
