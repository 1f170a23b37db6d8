import path from "node:path";
import type { WalletAddresses } from "../signer/signer-check.ts";
import type { SignerConnection, SignerPort } from "../signer/signer-connection.ts";
import type { ChainEngine } from "./chain-engine.ts";
import type { ChainLog } from "./chain-log.ts";
import { ChainRuntime } from "./chain-runtime.ts";
import { ChainService } from "./chain-service.ts";
import type { ChainSpec } from "./chain-spec.ts";
import { unconfirmed } from "./confirm-chain.ts";
import type { IsClosed } from "./credit-deposits.ts";
import type { CustodyAddresses } from "./custody-addresses.ts";
import { BlockClock } from "./development/block-clock.ts";
import type { DevelopmentChain } from "./development/development-chain.ts";
import { endowPlatform, endowWhenReachable } from "./development/endow-platform.ts";
import { RemoteDevelopmentChain } from "./development/remote-development-chain.ts";
import { startDevelopmentChain } from "./development/start-development-chain.ts";
import type { EvmChain } from "./evm-chain.ts";
import { DepositAddresses } from "./hd-addresses.ts";
import { JsonRpcChain } from "./json-rpc-chain.ts";
import type { Wallets } from "./kept-wallets.ts";
import { developmentChainSpec, externalChainSpec, type ListedSymbol } from "./make-chain-spec.ts";
import { preparedSigner, type SignerOptions, startSigner, walletsOf } from "./open-signer.ts";
import { RpcClient } from "./rpc-client.ts";
import { openWatchStore, registerChain, type WatchStore } from "./watch-store.ts";

const DEVELOPMENT_TIMES = { blockIntervalMs: 2_000, stuckAfterMs: 20_000, sweepEveryMs: 10_000 } as const;
/** Blocks after which an unmined withdrawal gets a higher fee. */
const STUCK_AFTER_BLOCKS = 10;
const SWEEP_EVERY_MS = 60_000;

/** The parts of the exchange that chains need. */
export interface ExchangeOfChains {
  readonly engine: ChainEngine;
  /** Listed assets. */
  readonly listed: readonly ListedSymbol[];
  /** Whether an account was closed; undefined when not known yet. If absent, no account is ever closed. */
  readonly isClosed?: IsClosed;
}

export interface ChainsOptions extends SignerOptions {
  /** CANDOR_CACHE */
  readonly cache?: string | undefined;
  /** Awaited once signer and node have started. */
  readonly exchange: ExchangeOfChains | Promise<ExchangeOfChains>;
  /** Where the watchers keep their state; by default in the home. */
  readonly store?: WatchStore | undefined;
  /** Called when the wallets are known, and the chain if there is one, before anything is read, credited or paid. */
  readonly opened?: (wallets: Wallets, spec: ChainSpec | undefined) => Promise<void>;
  /** Called after each round of the chain. */
  readonly played?: (chain: ChainRuntime) => void;
  readonly nowMs: () => number;
  /** Overrides the default intervals, for tests. */
  readonly development?: {
    readonly blockIntervalMs?: number;
    readonly stuckAfterMs?: number;
    readonly sweepEveryMs?: number;
    readonly pollMs?: number;
    /** Path of the node to use instead of the one found; null disables it. */
    readonly anvil?: string | null;
  };
}

export interface Chains {
  readonly service: ChainService;
  readonly signer: SignerConnection;
  /** Whether the development chain answers; undefined without one. */
  readonly isDevelopmentUp: (() => Promise<boolean>) | undefined;
  /** Text for log and health when it differs from the configuration. */
  readonly notice: string | undefined;
  close(): Promise<void>;
}

/** Opens the durable stores, starts signer and development node, and starts the chain. */
export async function startChains(options: ChainsOptions): Promise<Chains> {
  const closers: Closer[] = [];
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
  closers: Closer[],
  close: () => Promise<void>,
): Promise<Chains> {
  const { home, nowMs, log, onFatal } = options;
  const store =
    options.store ?? openWatchStore(path.join(home, "chain", "watch"), { nowMs, onFailure: onFatal });
  closers.push(() => store.close());
  const [signer, development] = await startProcesses(options, closers);
  const wallets = await walletsOf(signer, options, store);
  const { depositKey, hotWallet, gasAccount } = wallets;
  if (development !== undefined) {
    const endow = options.custody?.developmentChain === undefined ? endowPlatform : endowWhenReachable;
    await endow(development.chain, hotWallet, gasAccount);
  }
  const addresses: CustodyAddresses = {
    hotWallet,
    gasAccount,
    userOf: (address) => store.state.userOf(address),
  };
  const exchange = await options.exchange;
  const service = new ChainService({
    store,
    engine: exchange.engine,
    depositAddresses: new DepositAddresses(depositKey),
    addresses,
    development: development?.chain,
    nowMs,
    log,
  });
  const found = await findChain(options, exchange, store, development?.chain);
  const runtimes =
    found === undefined
      ? []
      : [
          makeRuntime(
            found,
            exchange,
            service,
            await preparedSigner(found.spec, signer, wallets, options),
            addresses,
            options,
            store,
          ),
        ];
  closers.push(() => service.close());
  await options.opened?.(wallets, found?.spec);
  await service.start(runtimes);
  if (development !== undefined) closers.push(startClock(development, service, log));
  if (development?.notice !== undefined) log.warn({}, development.notice);
  const isDevelopmentUp =
    development === undefined
      ? undefined
      : () =>
          development.chain.waitingTransactions().then(
            () => true,
            () => false,
          );
  return { service, signer, isDevelopmentUp, notice: development?.notice, close };
}

type Closer = () => Promise<void> | void;

/** Starts both in parallel. If one fails, the other is still closed. */
async function startProcesses(
  options: ChainsOptions,
  closers: Closer[],
): Promise<readonly [SignerConnection, Development | undefined]> {
  const [signer, development] = await Promise.allSettled([startSigner(options), startDevelopment(options)]);
  if (signer.status === "fulfilled") closers.push(() => signer.value.close());
  if (development.status === "fulfilled") closers.push(() => development.value?.chain.close());
  if (signer.status === "rejected") throw signer.reason;
  if (development.status === "rejected") throw development.reason;
  return [signer.value, development.value];
}

function startClock({ chain, times }: Development, service: ChainService, log: ChainLog): Closer {
  const clock = new BlockClock({
    chain,
    intervalMs: times.blockIntervalMs,
    isNeeded: () => service.isBusy,
    mined: () => service.nudge(),
    log,
  });
  clock.start();
  return () => clock.stop();
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
  const { home, cache, mode, settings, files, log, onFatal: onFailure, custody } = options;
  if (mode === "live" || settings !== undefined) return undefined;
  const { anvil, ...given } = options.development ?? {};
  const times = { ...DEVELOPMENT_TIMES, ...given };
  const { developmentChain: place, identity } = custody ?? {};
  if (place !== undefined && identity !== undefined) {
    const chain = await RemoteDevelopmentChain.connect({ place, identity, log });
    return { chain, times, notice: undefined };
  }
  return { ...(await startDevelopmentChain({ home, cache, files, log, onFailure, anvil })), times };
}

interface FoundChain {
  readonly spec: ChainSpec;
  readonly chain: EvmChain;
  /** Undefined for this server's own chain. */
  readonly confirm: ((wallets: WalletAddresses) => Promise<readonly string[]>) | undefined;
  readonly stuckAfterMs: number;
  readonly sweepEveryMs: number;
}

async function findChain(
  { settings, development: given }: ChainsOptions,
  { listed }: ExchangeOfChains,
  store: WatchStore,
  development: DevelopmentChain | undefined,
): Promise<FoundChain | undefined> {
  if (development !== undefined) {
    const times = { ...DEVELOPMENT_TIMES, ...given };
    const chainIndex = await registerChain(store, development.evmChainId);
    const spec = developmentChainSpec(chainIndex, development, listed, times.blockIntervalMs);
    return { ...times, spec, chain: development.chain, confirm: undefined };
  }
  if (settings === undefined) return undefined;
  const { network, rpcUrl } = settings;
  const settledTag = network.finality === "none" ? undefined : network.finality;
  const spec = externalChainSpec(await registerChain(store, network.chainId), network, listed);
  const rpc = new RpcClient(rpcUrl);
  return {
    confirm: (wallets) => unconfirmed(rpc, network, wallets),
    spec: { ...spec, pollMs: given?.pollMs ?? spec.pollMs },
    chain: new JsonRpcChain(rpcUrl, { settledTag }),
    stuckAfterMs: given?.stuckAfterMs ?? STUCK_AFTER_BLOCKS * network.blockSeconds * 1_000,
    sweepEveryMs: given?.sweepEveryMs ?? SWEEP_EVERY_MS,
  };
}

function makeRuntime(
  { spec, chain, confirm, stuckAfterMs, sweepEveryMs }: FoundChain,
  { engine, isClosed = () => false }: ExchangeOfChains,
  service: ChainService,
  signer: SignerPort,
  addresses: CustodyAddresses,
  { nowMs, log, played }: ChainsOptions,
  store: WatchStore,
): ChainRuntime {
  const runtime: ChainRuntime = new ChainRuntime({
    spec,
    chain,
    store,
    addresses,
    signer,
    engine,
    isClosed,
    confirm: confirm && (() => confirm(addresses)),
    stuckAfterMs,
    sweepEveryMs,
    nowMs,
    log,
    changed: () => {
      service.emitChanges(runtime);
      played?.(runtime);
    },
    progressed: (withdrawalId, progress) => service.tellProgress(withdrawalId, progress),
  });
  return runtime;
}
