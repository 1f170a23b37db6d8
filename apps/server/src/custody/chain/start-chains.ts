import path from "node:path";
import type { EnginePort } from "@candor/domain/engine-port";
import type { ChainSettings } from "../../config/chain/chain-settings.ts";
import { SettingError } from "../../config/setting-error.ts";
import type { FileKeeper } from "../../kit/durable/file-keeper.ts";
import type { WalletAddresses } from "../signer/signer-check.ts";
import { SignerClient, SignerRefusedError } from "../signer/signer-client.ts";
import type { ChainLog } from "./chain-log.ts";
import { ChainRuntime } from "./chain-runtime.ts";
import { ChainService } from "./chain-service.ts";
import type { ChainSpec } from "./chain-spec.ts";
import { unconfirmed } from "./confirm-chain.ts";
import type { CustodyAddresses } from "./custody-addresses.ts";
import { findAnvil } from "./development/anvil-binary.ts";
import { BlockClock } from "./development/block-clock.ts";
import type { DevelopmentChain } from "./development/development-chain.ts";
import { endowPlatform } from "./development/endow-platform.ts";
import { STATE_FILE, startAnvilChain } from "./development/start-anvil-chain.ts";
import { startSimulatedChain } from "./development/start-simulated-chain.ts";
import type { EvmChain } from "./evm-chain.ts";
import { DepositAddresses } from "./hd-addresses.ts";
import { JsonRpcChain } from "./json-rpc-chain.ts";
import { developmentChainSpec, externalChainSpec, type ListedSymbol } from "./make-chain-spec.ts";
import { RpcClient } from "./rpc-client.ts";
import { openWatchStore, registerChain, type WatchStore } from "./watch-store.ts";

const DEVELOPMENT_TIMES = { blockIntervalMs: 2_000, stuckAfterMs: 20_000, sweepEveryMs: 10_000 } as const;
/** Blocks after which an unmined withdrawal gets a higher fee. */
const STUCK_AFTER_BLOCKS = 10;
const SWEEP_EVERY_MS = 60_000;

/** The parts of the exchange that chains need. */
export interface ExchangeOfChains {
  readonly engine: EnginePort;
  /** Listed assets. */
  readonly listed: readonly ListedSymbol[];
  /** Whether an account was closed; undefined when not known yet. If absent, no account is ever closed. */
  readonly isClosed?: (userId: number) => boolean | undefined;
}

/** Directory of the embedded node, inside the home. */
const DEVELOPMENT = "chain/development";

export interface ChainsOptions {
  /** CANDOR_HOME */
  readonly home: string;
  /** CANDOR_CACHE */
  readonly cache?: string | undefined;
  readonly mode: "sandbox" | "live";
  /** Undefined: the development chain in the sandbox, no chain in live mode. */
  readonly settings: ChainSettings | undefined;
  /** Passed only to the signer. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Awaited once signer and node have started. */
  readonly exchange: ExchangeOfChains | Promise<ExchangeOfChains>;
  readonly files: Pick<FileKeeper, "replace">;
  readonly nowMs: () => number;
  readonly log: ChainLog;
  /** Called when the server cannot continue. */
  readonly onFatal: (error: Error) => void;
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
  readonly signer: SignerClient;
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
  const store = openWatchStore(path.join(home, "chain", "watch"), { nowMs, onFailure: onFatal });
  closers.push(() => store.close());
  const [signer, development] = await startProcesses(options, closers);
  const { depositKey, hotWallet, gasAccount } = await signer.ask<"describe">({ kind: "describe" });
  log.info({ hotWallet, gasAccount }, "signer ready");
  if (development !== undefined) await endowPlatform(development.chain, hotWallet, gasAccount);
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
      : [await makeRuntime(found, exchange, service, signer, addresses, options, store)];
  closers.push(() => service.close());
  await service.start(runtimes);
  if (development !== undefined) closers.push(startClock(development, service, log));
  if (development?.notice !== undefined) log.warn({}, development.notice);
  return { service, signer, notice: development?.notice, close };
}

type Closer = () => Promise<void> | void;

/** Starts both in parallel. If one fails, the other is still closed. */
async function startProcesses(
  options: ChainsOptions,
  closers: Closer[],
): Promise<readonly [SignerClient, Development | undefined]> {
  const { home, mode, variables, log } = options;
  const [signer, development] = await Promise.allSettled([
    SignerClient.start({
      directory: path.join(home, "signer"),
      variables: { ...variables, CANDOR_MODE: mode },
      warn: (message) => log.warn({}, message),
    }),
    startDevelopment(options),
  ]);
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
  const { home, cache, mode, settings, files, log, onFatal: onFailure } = options;
  if (mode === "live" || settings !== undefined) return undefined;
  const { anvil, ...given } = options.development ?? {};
  const times = { ...DEVELOPMENT_TIMES, ...given };
  const binary = anvil === undefined ? findAnvil() : (anvil ?? undefined);
  if (binary !== undefined) {
    const keepState = (state: Uint8Array): Promise<void> =>
      files.replace(`${DEVELOPMENT}/${STATE_FILE}`, state);
    const directory = path.join(home, DEVELOPMENT);
    const chain = await startAnvilChain({ binary, directory, keepState, cache, log, onFailure });
    return { chain, times, notice: undefined };
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

async function makeRuntime(
  { spec, chain, confirm, stuckAfterMs, sweepEveryMs }: FoundChain,
  { engine, isClosed = () => false }: ExchangeOfChains,
  service: ChainService,
  signer: SignerClient,
  addresses: CustodyAddresses,
  { nowMs, log }: ChainsOptions,
  store: WatchStore,
): Promise<ChainRuntime> {
  await openAssets(spec, signer);
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
    changed: () => service.emitChanges(runtime),
    progressed: (withdrawalId, progress) => service.tellProgress(withdrawalId, progress),
  });
  return runtime;
}

/** The signer stores the token of each asset; the first value is final. */
async function openAssets({ evmChainId: chainId, assets }: ChainSpec, signer: SignerClient): Promise<void> {
  for (const { symbol, token, chainDecimals: decimals } of assets) {
    try {
      await signer.ask<"open-asset">({ kind: "open-asset", chainId, symbol, token, decimals });
    } catch (error) {
      if (!(error instanceof SignerRefusedError) || error.refusal !== "other-asset") throw error;
      throw new SettingError(
        "CANDOR_CHAIN_FILE",
        `says that ${symbol} is ${token ?? "the chain's own coin"} with ${decimals} decimals, but this exchange ` +
          "started with another token or other decimals, which existing deposits use: restore that entry",
      );
    }
  }
}
