import path from "node:path";
import type { EnginePort } from "@candor/domain/engine-port";
import type { Environment } from "../../config/environment.ts";
import { placeText } from "../../config/link/link-settings.ts";
import { SettingError } from "../../config/setting-error.ts";
import type { FileKeeper } from "../../kit/durable/file-keeper.ts";
import type { LinkAddress } from "../../kit/link/link-identity.ts";
import { chainEngineOf } from "../chain/chain-engine.ts";
import type { ChainLog } from "../chain/chain-log.ts";
import type { ChainPort } from "../chain/chain-port.ts";
import { ChainUnavailableError } from "../chain/evm-chain.ts";
import type { LeadingCore } from "../chain/leading-core.ts";
import type { CustodyProcess, OpeningChains } from "../chain/open-chains.ts";
import { openWatchStore, type WatchStore } from "../chain/watch-store.ts";
import { CoreSession } from "./core-session.ts";
import { CustodyLink } from "./custody-link.ts";
import type { CustodyPeer } from "./custody-peer.ts";
import { KeptDescription } from "./kept-description.ts";
import { LinkedChains } from "./linked-chains.ts";

/** How long the first start of an exchange waits for its custody process, which may be starting too. */
const FIRST_ANSWER_MS = 120_000;
/** For a status, which many ask for. */
const STATUS_MS = 2_000;

/**
 * The chains of a core whose custody runs in a process of its own (CANDOR_CUSTODY). The watchers' state stays in this
 * core's home, which is the exchange's database: it adds what the process has read, credited and paid.
 */
export class OpeningLinkedChains implements OpeningChains {
  private readonly environment: Pick<Environment, "home" | "mode" | "custody">;
  private readonly core: LeadingCore;
  private readonly files: Pick<FileKeeper, "replace">;
  private readonly log: ChainLog;
  private readonly onFatal: (error: Error) => void;
  private readonly stopping = Promise.withResolvers<never>();
  private isClosed: ((userId: number) => boolean) | undefined;
  private opening: Promise<LinkedChains> | undefined;
  private store: WatchStore | undefined;
  private link: CustodyLink | undefined;
  private chains: LinkedChains | undefined;
  private closing: Promise<void> | undefined;
  private stopListening: (() => void) | undefined;
  private place: LinkAddress | undefined;

  constructor(
    environment: Pick<Environment, "home" | "mode" | "custody">,
    core: LeadingCore,
    files: Pick<FileKeeper, "replace">,
    log: ChainLog,
    onFatal: (error: Error) => void,
  ) {
    this.environment = environment;
    this.core = core;
    this.files = files;
    this.log = log;
    this.onFatal = onFatal;
    this.stopping.promise.catch(() => undefined);
  }

  async begin(engine: EnginePort): Promise<ChainPort> {
    this.opening = this.open(engine);
    const chains = await this.opening;
    for (const { chain, chainName, kind } of chains.chains)
      this.log.info({ chain, kind }, `chain: ${chainName}`);
    return chains;
  }

  knowPeople(isClosed: (userId: number) => boolean): void {
    this.isClosed = isClosed;
  }

  async signer(): Promise<"well" | "down"> {
    const status = await this.status();
    // Nothing is known of the signer then. That the chains are paused is an alarm of its own.
    if (status === undefined) throw new ChainUnavailableError("no custody process says how the signer is");
    return status.signer;
  }

  async answering(): Promise<readonly CustodyProcess[]> {
    const status = await this.status();
    const { place } = this;
    if (status === undefined || place === undefined) return [];
    return [{ role: "custody", place }, ...status.processes];
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    this.stopping.reject(new Error("the server stopped before its exchange was ready"));
    this.stopListening?.();
    await this.link?.close();
    await this.opening?.catch(() => undefined);
    this.store?.close();
  }

  private async status() {
    const { chains } = this;
    if (chains === undefined) return undefined;
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), STATUS_MS);
    try {
      return await Promise.race([chains.status(), late.promise]);
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  private async open(engine: EnginePort): Promise<LinkedChains> {
    const { environment, files, core, log, onFatal } = this;
    const { home, mode, custody } = environment;
    const { identity, processes } = custody;
    if (identity === undefined) throw new SettingError("CANDOR_CUSTODY", "needs certificates");
    const { assets } = await engine.exchangeView();
    const store = openWatchStore(path.join(home, "chain", "watch"), { nowMs: Date.now, onFailure: onFatal });
    this.store = store;
    const description = new KeptDescription(home, files);
    const first = Promise.withResolvers<void>();
    let peer: CustodyPeer | undefined;
    const chainEngine = chainEngineOf(engine);
    const side = {
      store,
      engine: chainEngine,
      listed: assets.map(({ symbol, scale }, assetId) => ({ assetId, symbol, scale })),
      isClosed: (userId: number) => this.isClosed?.(userId),
      description,
      opened: () => {
        const { known } = description;
        if (known === undefined) return;
        this.chains?.describe(known);
        this.chains?.use(peer);
        first.resolve();
      },
      round: (news: Parameters<LinkedChains["take"]>[0]) => this.chains?.take(news),
    };
    this.link = new CustodyLink({
      places: processes,
      identity,
      greeting: { mode, exchange: core.exchange, term: core.term },
      newSession: () => new CoreSession(side),
      changed: (found, place) => {
        peer = found;
        this.place = place;
        // It is asked once it has described its chain.
        this.chains?.connect(found);
      },
      log,
    });
    this.stopListening = chainEngine.onWithdrawals(() => peer?.tell({ kind: "withdrawals" }));
    if (description.known === undefined) await this.until(first.promise, processes);
    const { known } = description;
    if (known === undefined) throw new Error("no custody process has described its chain");
    const chains = new LinkedChains(store, known);
    this.chains = chains;
    // It may have been faster than this start.
    chains.connect(peer);
    chains.use(peer);
    return chains;
  }

  /** Waits for the first description. Throws SettingError. */
  private async until(first: Promise<void>, places: readonly LinkAddress[]): Promise<void> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () =>
        late.reject(
          new SettingError(
            "CANDOR_CUSTODY",
            `names no custody process that works for this core (${places.map(placeText).join(", ")}): see the log`,
          ),
        ),
      FIRST_ANSWER_MS,
    );
    try {
      await Promise.race([first, late.promise, this.stopping.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}
