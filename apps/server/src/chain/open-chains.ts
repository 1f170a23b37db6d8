import type { EnginePort } from "@candor/protocol/engine-port";
import type { Logger } from "pino";
import type { Closers } from "../closers.ts";
import type { Environment } from "../config/environment.ts";
import type { ChainPort } from "./chain-port.ts";
import { NO_CHAINS } from "./no-chains.ts";
import { type Chains, startChains } from "./start-chains.ts";

/**
 * The chains of a server, started beside everything else. Its closer is in place at once: whatever happens meanwhile,
 * signer and node are ended.
 */
export function openChains(
  environment: Environment,
  engine: EnginePort,
  log: Logger,
  onFatal: (error: Error) => void,
  closers: Closers,
): Promise<ChainPort> {
  const { mode, chain } = environment;
  if (mode === "live" && chain === undefined) {
    log.warn("no chain: live mode needs CANDOR_CHAIN_RPC and CANDOR_CHAIN_FILE for deposits and withdrawals");
    return Promise.resolve(NO_CHAINS);
  }
  const starting = start(environment, engine, log, onFatal);
  closers.add("chains", async () => {
    const chains = await starting.catch(() => undefined);
    await chains?.close();
  });
  const opened = starting.then(({ service }) => {
    for (const { chain: id, chainName, kind } of service.chains)
      log.info({ chain: id, kind }, `chain: ${chainName}`);
    return service;
  });
  // Awaited later; until then a failure must not count as unhandled.
  opened.catch(() => undefined);
  return opened;
}

async function start(
  { home, mode, chain }: Environment,
  engine: EnginePort,
  log: Logger,
  onFatal: (error: Error) => void,
): Promise<Chains> {
  const { assets } = await engine.exchangeView();
  return startChains({
    home,
    mode,
    settings: chain,
    variables: process.env,
    engine,
    listed: assets.map(({ symbol, scale }, assetId) => ({ assetId, symbol, scale })),
    nowMs: Date.now,
    log,
    onFatal,
  });
}
