import type { EnginePort } from "@candor/domain/engine-port";
import type { Logger } from "pino";
import type { Environment } from "../../config/environment.ts";
import type { FileKeeper } from "../../kit/durable/file-keeper.ts";
import type { ChainPort } from "./chain-port.ts";
import { NO_CHAINS } from "./no-chains.ts";
import type { ExchangeOfChains } from "./start-chains.ts";

export type SignerState = "well" | "down" | "none";

/** Chains whose processes are starting beside everything else. */
export interface OpeningChains {
  /** The exchange is there: chains set to work. */
  begin(engine: EnginePort): Promise<ChainPort>;
  /** Until this is called nothing is credited: what arrives for an account that was closed is an operator's to decide. */
  knowPeople(isClosed: (userId: number) => boolean): void;
  /** Asks the signer whether it is there; `none`: this server has no chain. */
  signer(): Promise<SignerState>;
  /** Ends signer and node, whatever happened meanwhile; may be called twice. */
  close(): Promise<void>;
}

/** Starts what needs no exchange at once: the signer and the development node. */
export function openChains(
  { home, cache, mode, chain: settings }: Environment,
  files: FileKeeper,
  log: Logger,
  onFatal: (error: Error) => void,
): OpeningChains {
  if (mode === "live" && settings === undefined) {
    log.warn("no chain: live mode needs CANDOR_CHAIN_RPC and CANDOR_CHAIN_FILE for deposits and withdrawals");
    return {
      begin: () => Promise.resolve(NO_CHAINS),
      knowPeople: () => undefined,
      signer: () => Promise.resolve("none"),
      close: () => Promise.resolve(),
    };
  }
  const exchange = Promise.withResolvers<ExchangeOfChains>();
  // Loaded while the database starts in its own thread.
  const starting = import("./start-chains.ts").then(({ startChains }) =>
    startChains({
      home,
      cache,
      mode,
      settings,
      files,
      variables: process.env,
      exchange: exchange.promise,
      nowMs: Date.now,
      log,
      onFatal,
    }),
  );
  // Both are awaited by those who need them; until then a failure must not count as unhandled.
  for (const promise of [starting, exchange.promise]) promise.catch(() => undefined);
  let closing: Promise<void> | undefined;
  let closedAccounts: ((userId: number) => boolean) | undefined;
  return {
    begin: async (engine) => {
      const { assets } = await engine.exchangeView();
      const listed = assets.map(({ symbol, scale }, assetId) => ({ assetId, symbol, scale }));
      exchange.resolve({ engine, listed, isClosed: (userId) => closedAccounts?.(userId) });
      const { service } = await starting;
      for (const { chain, chainName, kind } of service.chains)
        log.info({ chain, kind }, `chain: ${chainName}`);
      return service;
    },
    knowPeople: (isClosed) => {
      closedAccounts = isClosed;
    },
    signer: async () => {
      const { signer } = await starting;
      return await signer.ask({ kind: "describe" }).then(
        () => "well",
        () => "down",
      );
    },
    close: () => {
      exchange.reject(new Error("the server ends before its exchange was there"));
      closing ??= starting.then(
        (chains) => chains.close(),
        () => undefined,
      );
      return closing;
    },
  };
}
