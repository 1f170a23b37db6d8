import path from "node:path";
import type { Units } from "@candor/money/brand";
import type { z } from "zod";
import type { ChainSettings } from "../../config/chain/chain-settings.ts";
import type { CustodyPlaces } from "../../config/chain/custody-places.ts";
import { writeDurablyAsync } from "../../kit/durable/write-durably.ts";
import type { ChainLog } from "../chain/chain-log.ts";
import type { ChainPause } from "../chain/chain-port.ts";
import type { ChainRuntime } from "../chain/chain-runtime.ts";
import { ChainUnavailableError } from "../chain/evm-chain.ts";
import { keepWallets } from "../chain/kept-wallets.ts";
import { type Chains, startChains } from "../chain/start-chains.ts";
import type { WatchRecord } from "../chain/watch-records.ts";
import type { Channel } from "../channel/channel.ts";
import {
  type AskOfCore,
  askOfCore,
  type CustodyGreeting,
  newsOfCore,
  type RoundNews,
  type seedPart,
} from "./custody-messages.ts";
import { CustodyPeer, checked } from "./custody-peer.ts";
import { askCore, RemoteEngine, RemoteStore } from "./remote-exchange.ts";

/** A core's main thread waits for its database, so it may be silent for longer than a custody process. */
const MAX_MISSED_PULSES = 20;

export interface CustodyProcessSettings {
  /** CANDOR_HOME: keeps the newest core's term, and the wallets. */
  readonly home: string;
  readonly mode: "sandbox" | "live";
  /** Undefined: the development chain. */
  readonly chain: ChainSettings | undefined;
  /** Where signer and development chain listen. */
  readonly places: CustodyPlaces;
  /** Overrides the default intervals, for tests. */
  readonly development?: Parameters<typeof startChains>[0]["development"];
}

/** What a custody process shows of itself. */
export interface SessionState {
  readonly core: string;
  readonly term: number;
  readonly session: number;
  /** Whether it has the watchers' state, and watches. */
  readonly isOpen: boolean;
  readonly paused: readonly { readonly chain: string; readonly paused: ChainPause | null }[];
}

/** One connection of a core: reads, credits, pays and sweeps for it, with the state that the core has sent, until it ends. */
export class CustodySession {
  readonly peer: CustodyPeer;
  private readonly settings: CustodyProcessSettings;
  private readonly greeting: CustodyGreeting;
  private readonly core: string;
  private readonly log: ChainLog;
  private readonly store = new RemoteStore(() => this.peer);
  private readonly engine = new RemoteEngine(() => this.peer);
  private readonly running: Promise<void>;
  private chains: Chains | undefined;

  /** Takes over the channel of an admitted core. */
  constructor(settings: CustodyProcessSettings, channel: Channel, greeting: CustodyGreeting, log: ChainLog) {
    this.settings = settings;
    this.greeting = greeting;
    this.core = channel.peer;
    this.log = log;
    this.peer = new CustodyPeer({
      channel,
      maxMissedPulses: MAX_MISSED_PULSES,
      unanswered: "end",
      answer: (ask) => this.answer(checked(askOfCore, ask)),
      news: (news) => {
        checked(newsOfCore, news);
        this.engine.withdrawalsChanged();
      },
    });
    this.running = this.run();
  }

  get state(): SessionState {
    const { term, session } = this.greeting;
    const shown = this.chains?.service.chains ?? [];
    const paused = shown.map((each) => ({ chain: each.chain, paused: each.paused ?? null }));
    return { core: this.core, term, session, isOpen: this.chains !== undefined, paused };
  }

  /** Ends the connection. Resolves when nothing is read, credited or paid any more. */
  async close(why: string): Promise<void> {
    this.peer.end(why);
    await this.running;
  }

  private async run(): Promise<void> {
    const { core, log } = this;
    const { term, session } = this.greeting;
    log.info({ core, term, session }, "core connected");
    try {
      this.chains = await this.open();
      log.info({ core, term }, "custody: working for this core");
    } catch (error) {
      if (!this.peer.hasEnded) log.error({ err: error }, "custody: the chains cannot be opened");
      this.peer.end(error instanceof Error ? error.message : String(error));
    }
    log.info({ core, why: await this.peer.ended }, "core disconnected");
    await this.chains?.close();
    this.chains = undefined;
  }

  private async open(): Promise<Chains> {
    const { settings, greeting, store, engine, peer, log } = this;
    const { home, mode, chain, places, development } = settings;
    const files = {
      replace: (file: string, content: Uint8Array) => writeDurablyAsync(path.join(home, file), content),
    };
    const { listed, wallets } = await this.seed();
    if (wallets !== null) await keepWallets(files, wallets);
    const { exchange, term, session } = greeting;
    return await startChains({
      home,
      mode,
      settings: chain,
      custody: places,
      core: { exchange, term, session },
      variables: {},
      files,
      store,
      exchange: { engine, listed, isClosed: (userId) => this.isClosed(userId) },
      opened: async (described, spec) => {
        const { depositKey, hotWallet, gasAccount } = described;
        const own = { depositKey, hotWallet, gasAccount };
        await askCore(peer, "opened", { kind: "opened", wallets: own, spec: spec ?? null });
      },
      played: (runtime) => peer.tell(reportOf(runtime)),
      nowMs: Date.now,
      log,
      onFatal: (error) => peer.end(error.message),
      ...(development !== undefined && { development }),
    });
  }

  private async seed(): Promise<z.output<typeof seedPart>> {
    for (;;) {
      const part = (await askCore(this.peer, "seed", { kind: "seed" })) as z.output<typeof seedPart>;
      for (const record of part.records) this.store.state.apply(record as unknown as WatchRecord);
      if (part.isLast) return part;
    }
  }

  private async isClosed(userId: number): Promise<boolean | undefined> {
    const answer = await askCore(this.peer, "is-closed", { kind: "is-closed", userId });
    return (answer as boolean | null) ?? undefined;
  }

  private async answer(ask: AskOfCore): Promise<unknown> {
    if (ask.kind === "issued") {
      const { userId, address } = ask;
      this.store.state.apply({ type: "address-issued", userId, address });
      return null;
    }
    const { chains } = this;
    if (chains === undefined) throw new ChainUnavailableError("the custody process is starting");
    const { service } = chains;
    switch (ask.kind) {
      case "explain": {
        const { kind, deposit } = await service.explainTransaction(ask.chain, ask.txHash, ask.userId);
        return { kind, depositId: deposit?.depositId ?? null };
      }
      case "faucet": {
        const { userId, assetId, amountUnits } = ask;
        return (await service.sendFromFaucet(userId, assetId, amountUnits as Units)) ?? null;
      }
      case "credit":
        return await service.creditDeposit(ask.depositId);
      case "settle":
        return await service.settleDeposit(ask.depositId, ask.note);
      case "find":
        return await service.findDeposits(ask.chain, ask.txHash, ask.claim ?? undefined);
      case "accept-loss":
        return await service.acceptLoss(ask.depositId);
      case "custody":
        return await service.custody();
      case "gas":
        return await service.gas();
      case "status":
        return await this.status(chains);
    }
  }

  private async status({ signer, isDevelopmentUp }: Chains): Promise<unknown> {
    const { signer: signerPlace, developmentChain } = this.settings.places;
    const [state, isUp] = await Promise.all([
      signer.ask<"describe">({ kind: "describe" }).then(
        () => "well",
        () => "down",
      ),
      isDevelopmentUp?.() ?? false,
    ]);
    const processes = [
      ...(state === "well" && signerPlace !== undefined ? [{ role: "signer", place: signerPlace }] : []),
      ...(isUp && developmentChain !== undefined ? [{ role: "chain", place: developmentChain }] : []),
    ];
    return { signer: state, processes };
  }
}

function reportOf(runtime: ChainRuntime): RoundNews {
  return {
    kind: "round",
    chainIndex: runtime.spec.chainIndex,
    pause: runtime.pause ?? null,
    unconfirmed: [...runtime.unconfirmed],
    unclaimed: runtime.unclaimed().map(({ userId, address, wei }) => ({ userId, address, wei })),
    progress: runtime.executor.allProgress() as RoundNews["progress"],
  };
}
