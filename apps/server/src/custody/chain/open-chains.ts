import type { EnginePort } from "@candor/domain/engine-port";
import type { Logger } from "pino";
import type { Environment } from "../../config/environment.ts";
import type { FileKeeper } from "../../kit/durable/file-keeper.ts";
import type { LinkAddress } from "../../kit/link/link-identity.ts";
import type { SignerConnection } from "../signer/signer-connection.ts";
import { chainEngineOf } from "./chain-engine.ts";
import type { ChainPort } from "./chain-port.ts";
import type { LeadingCore } from "./leading-core.ts";
import { NO_CHAINS } from "./no-chains.ts";
import type { Chains, ExchangeOfChains } from "./start-chains.ts";

export type SignerState = "well" | "down" | "none";

/** A process of the custody that this server does not run itself. */
export interface CustodyProcess {
  readonly role: "custody" | "signer" | "chain";
  readonly place: LinkAddress;
}

/** Chains whose processes start in parallel with the rest of the server. */
export interface OpeningChains {
  /** Starts the chains once the exchange runs. */
  begin(engine: EnginePort): Promise<ChainPort>;
  /** Allows crediting. Nothing is credited before: deposits to closed accounts need an operator's decision. */
  knowPeople(isClosed: (userId: number) => boolean): void;
  /**
   * Returns the signer's state; `none` when this server has no chain. Rejects with ChainUnavailableError when the signer is
   * asked by a custody process, and that is away.
   */
  signer(): Promise<SignerState>;
  /** Returns the custody's own processes that answer now. Never rejects. */
  answering(): Promise<readonly CustodyProcess[]>;
  /** Stops signer and node in any state. May be called twice. */
  close(): Promise<void>;
}

/** Starts everything that does not need the exchange: the signer and the development node. */
export function openChains(
  { home, cache, mode, chain: settings, custody }: Environment,
  core: LeadingCore,
  files: FileKeeper,
  log: Logger,
  onFatal: (error: Error) => void,
): OpeningChains {
  if (mode === "live" && settings === undefined) {
    log.warn(
      "no chain configured: in live mode deposits and withdrawals need CANDOR_CHAIN_RPC and CANDOR_CHAIN_FILE",
    );
    return {
      begin: () => Promise.resolve(NO_CHAINS),
      knowPeople: () => undefined,
      signer: () => Promise.resolve("none"),
      answering: () => Promise.resolve([]),
      close: () => Promise.resolve(),
    };
  }
  const exchange = Promise.withResolvers<ExchangeOfChains>();
  // Loads while the database starts in its own thread.
  const starting = import("./start-chains.ts").then(({ startChains }) =>
    startChains({
      home,
      cache,
      mode,
      settings,
      custody,
      core,
      files,
      variables: process.env,
      exchange: exchange.promise,
      nowMs: Date.now,
      log,
      onFatal,
    }),
  );
  // Both are awaited later; until then a failure must not count as unhandled.
  for (const promise of [starting, exchange.promise]) promise.catch(() => undefined);
  let closing: Promise<void> | undefined;
  let closedAccounts: ((userId: number) => boolean) | undefined;
  return {
    begin: async (engine) => {
      const { assets } = await engine.exchangeView();
      const listed = assets.map(({ symbol, scale }, assetId) => ({ assetId, symbol, scale }));
      exchange.resolve({
        engine: chainEngineOf(engine),
        listed,
        isClosed: (userId) => closedAccounts?.(userId),
      });
      const { service } = await starting;
      for (const { chain, chainName, kind } of service.chains)
        log.info({ chain, kind }, `chain: ${chainName}`);
      return service;
    },
    knowPeople: (isClosed) => {
      closedAccounts = isClosed;
    },
    signer: async () => await stateOf((await starting).signer),
    answering: () => answering(starting, custody),
    close: () => {
      exchange.reject(new Error("the server stopped before its exchange was ready"));
      closing ??= starting.then(
        (chains) => chains.close(),
        () => undefined,
      );
      return closing;
    },
  };
}

const stateOf = (signer: SignerConnection): Promise<SignerState> =>
  signer.ask({ kind: "describe" }).then(
    () => "well",
    () => "down",
  );

async function answering(
  starting: Promise<Chains>,
  { signer: signerPlace, developmentChain }: Environment["custody"],
): Promise<readonly CustodyProcess[]> {
  const chains = await starting.catch(() => undefined);
  if (chains === undefined) return [];
  const [signer, isUp] = await Promise.all([
    signerPlace === undefined ? "none" : stateOf(chains.signer),
    developmentChain === undefined ? false : chains.isDevelopmentUp?.(),
  ]);
  const found: CustodyProcess[] = [];
  if (signer === "well" && signerPlace !== undefined) found.push({ role: "signer", place: signerPlace });
  if (isUp === true && developmentChain !== undefined) found.push({ role: "chain", place: developmentChain });
  return found;
}
