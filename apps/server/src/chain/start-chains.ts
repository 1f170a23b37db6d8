import path from "node:path";
import type { EnginePort } from "@candor/protocol/engine-port";
import { SignerClient } from "../signer/signer-client.ts";
import type { ChainLog } from "./chain-log.ts";
import { ChainRuntime } from "./chain-runtime.ts";
import { ChainService } from "./chain-service.ts";
import type { ChainSettings } from "./chain-settings.ts";
import type { ChainSpec } from "./chain-spec.ts";
import type { CustodyAddresses } from "./custody-addresses.ts";
import { findAnvil } from "./development/anvil-binary.ts";
import { BlockClock } from "./development/block-clock.ts";
import type { DevelopmentChain } from "./development/development-chain.ts";
import { endowPlatform } from "./development/endow-platform.ts";
import { startAnvilChain } from "./development/start-anvil-chain.ts";
import { startSimulatedChain } from "./development/start-simulated-chain.ts";
import type { EvmChain } from "./evm-chain.ts";
import { DepositAddresses } from "./hd-addresses.ts";
import { JsonRpcChain } from "./json-rpc-chain.ts";
import { developmentChainSpec, externalChainSpec, type ListedSymbol } from "./make-chain-spec.ts";
import { openWatchStore, registerChain, type WatchStore } from "./watch-store.ts";

const DEVELOPMENT_TIMES = { blockIntervalMs: 2_000, stuckAfterMs: 20_000, sweepEveryMs: 10_000 } as const;
/** A withdrawal that waits for so many blocks is offered a higher fee. */
const STUCK_AFTER_BLOCKS = 10;
const SWEEP_EVERY_MS = 60_000;

export interface ChainsOptions {
  /** CANDOR_HOME */
  readonly home: string;
  readonly mode: "sandbox" | "live";
  /** Undefined: the development chain in the sandbox, none in live mode. */
  readonly settings: ChainSettings | undefined;
  /** For the signer alone. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly engine: EnginePort;
  readonly listed: readonly ListedSymbol[];
  readonly nowMs: () => number;
  readonly log: ChainLog;
  /** The server cannot go on. */
  readonly onFatal: (error: Error) => void;
  /** Other times than usual, for tests. */
  readonly development?: {
    readonly blockIntervalMs?: number;
    readonly stuckAfterMs?: number;
    readonly sweepEveryMs?: number;
    readonly pollMs?: number;
    /** Another node than the one that is found; null: as if none were there. */
    readonly anvil?: string | null;
  };
}

export interface Chains {
  readonly service: ChainService;
  readonly signer: SignerClient;
  /** In words, for log and health; undefined: as configured. */
  readonly notice: string | undefined;
  close(): Promise<void>;
}

/** Opens what is durable, starts signer and development node, and sets the chain to work. */
export async function startChains(options: ChainsOptions): Promise<Chains> {
  const closers: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closers.toReversed()) await each();
  };
  try {
    return await compose(options, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function compose(
  options: ChainsOptions,
  closers: (() => Promise<void> | void)[],
  close: () => Promise<void>,
): Promise<Chains> {
  const { home, engine, nowMs, log, onFatal, variables } = options;
  const store = openWatchStore(path.join(home, "chain", "watch"), { nowMs, onFailure: onFatal });
  closers.push(() => store.close());
  const [signer, development] = await Promise.all([
    SignerClient.start({
      directory: path.join(home, "signer"),
      variables: { ...variables, CANDOR_MODE: options.mode },
      warn: (message) => log.warn({}, message),
    }).then((client) => {
      closers.push(() => client.close());
      return client;
    }),
    startDevelopment(options).then((started) => {
      closers.push(() => started?.chain.close());
      return started;
    }),
  ]);
  const { depositKey, hotWallet, gasAccount } = await signer.ask<"describe">({ kind: "describe" });
  const addresses: CustodyAddresses = {
    hotWallet,
    gasAccount,
    userOf: (address) => store.state.userOf(address),
  };
  log.info({ hotWallet, gasAccount }, "the signer is ready");
  const service = new ChainService({
    store,
    engine,
    depositAddresses: new DepositAddresses(depositKey),
    addresses,
    development: development?.chain,
    nowMs,
    log,
  });
  const found = await findChain(options, store, development?.chain);
  const runtimes =
    found === undefined ? [] : [await makeRuntime(found, service, signer, addresses, options, store)];
  if (development !== undefined) await endowPlatform(development.chain, hotWallet, gasAccount);
  await service.start(runtimes);
  closers.push(() => service.close());
  if (development !== undefined) {
    const clock = new BlockClock({
      chain: development.chain,
      intervalMs: development.times.blockIntervalMs,
      isNeeded: () => service.isBusy,
      mined: () => service.nudge(),
      log,
    });
    clock.start();
    closers.push(() => clock.stop());
  }
  if (development?.notice !== undefined) log.warn({}, development.notice);
  return { service, signer, notice: development?.notice, close };
}

interface Development {
  readonly chain: DevelopmentChain;
  readonly times: {
    readonly blockIntervalMs: number;
    readonly stuckAfterMs: number;
    readonly sweepEveryMs: number;
  };
  readonly notice: string | undefined;
}

async function startDevelopment(options: ChainsOptions): Promise<Development | undefined> {
  const { home, mode, settings, log, onFatal: onFailure } = options;
  if (mode === "live" || settings !== undefined) return undefined;
  const { anvil, ...given } = options.development ?? {};
  const times = { ...DEVELOPMENT_TIMES, ...given };
  const binary = anvil === undefined ? findAnvil() : (anvil ?? undefined);
  if (binary !== undefined) {
    const directory = path.join(home, "chain", "development");
    return { chain: await startAnvilChain({ binary, directory, log, onFailure }), times, notice: undefined };
  }
  const directory = path.join(home, "chain", "simulated");
  return {
    chain: startSimulatedChain({ directory, onFailure }),
    times,
    notice: "no development node for this platform: deposits and withdrawals use a simulated chain",
  };
}

interface FoundChain {
  readonly spec: ChainSpec;
  readonly chain: EvmChain;
  readonly stuckAfterMs: number;
  readonly sweepEveryMs: number;
}

async function findChain(
  { settings, listed, development: given }: ChainsOptions,
  store: WatchStore,
  development: DevelopmentChain | undefined,
): Promise<FoundChain | undefined> {
  if (development !== undefined) {
    const times = { ...DEVELOPMENT_TIMES, ...given };
    const chainIndex = await registerChain(store, development.evmChainId);
    const spec = developmentChainSpec(chainIndex, development, listed, times.blockIntervalMs);
    return { ...times, spec, chain: development.chain };
  }
  if (settings === undefined) return undefined;
  const { network, rpcUrl } = settings;
  const settledTag = network.finality === "none" ? undefined : network.finality;
  const spec = externalChainSpec(await registerChain(store, network.chainId), network, listed);
  return {
    spec: { ...spec, pollMs: given?.pollMs ?? spec.pollMs },
    chain: new JsonRpcChain(rpcUrl, { settledTag }),
    stuckAfterMs: given?.stuckAfterMs ?? STUCK_AFTER_BLOCKS * network.blockSeconds * 1_000,
    sweepEveryMs: given?.sweepEveryMs ?? SWEEP_EVERY_MS,
  };
}

async function makeRuntime(
  { spec, chain, stuckAfterMs, sweepEveryMs }: FoundChain,
  service: ChainService,
  signer: SignerClient,
  addresses: CustodyAddresses,
  { engine, nowMs, log }: ChainsOptions,
  store: WatchStore,
): Promise<ChainRuntime> {
  for (const { symbol, token, chainDecimals: decimals } of spec.assets)
    await signer.ask<"open-asset">({ kind: "open-asset", chainId: spec.evmChainId, symbol, token, decimals });
  const runtime: ChainRuntime = new ChainRuntime({
    spec,
    chain,
    store,
    addresses,
    signer,
    engine,
    stuckAfterMs,
    sweepEveryMs,
    nowMs,
    log,
    changed: () => service.tellChanges(runtime),
    progressed: (withdrawalId, progress) => service.tellProgress(withdrawalId, progress),
  });
  return runtime;
}
