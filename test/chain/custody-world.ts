import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Units } from "@candor/money/brand";
import { SignerLimits } from "@candor/server/config/chain/signer-limits";
import { DEFAULT_ASSETS } from "@candor/server/config/default-listing";
import { chainEngineOf } from "@candor/server/custody/chain/chain-engine";
import type { ChainPort, CustodyView } from "@candor/server/custody/chain/chain-port";
import type { DevelopmentChain } from "@candor/server/custody/chain/development/development-chain";
import { serveDevelopmentChain } from "@candor/server/custody/chain/development/serve-development-chain";
import { startSimulatedChain } from "@candor/server/custody/chain/development/start-simulated-chain";
import { startChains } from "@candor/server/custody/chain/start-chains";
import { type Channel } from "@candor/server/custody/channel/channel";
import { listenForChannels } from "@candor/server/custody/channel/open-channel";
import { decodeValue, encodeValue, MAX_MESSAGE_BYTES } from "@candor/server/custody/link/custody-peer";
import { CustodyServer } from "@candor/server/custody/link/custody-server";
import { OpeningLinkedChains } from "@candor/server/custody/link/open-linked-chains";
import { SignerServer } from "@candor/server/custody/signer/serve-signer";
import { Signer } from "@candor/server/custody/signer/signer";
import { newMnemonic, SignerKeys } from "@candor/server/custody/signer/signer-keys";
import type { Rank } from "@candor/server/custody/signer/signer-state";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { writeDurablyAsync } from "@candor/server/kit/durable/write-durably";
import type { LinkAddress } from "@candor/server/kit/link/link-identity";
import { until } from "../support/cluster/until.ts";
import { TestAuthority } from "../support/link/test-authority.ts";
import { LISTED, TestLog, temporaryDirectory } from "./chain-world.ts";

export const EXCHANGE = "1700000000000-42";
const HOST = "127.0.0.1";
const WAIT_MS = 60_000;

const fail = (error: Error): never => {
  throw error;
};

/** A core: an engine and a home, whose custody runs elsewhere. */
export interface LinkedCore {
  readonly engine: LocalEngine;
  readonly opening: OpeningLinkedChains;
  readonly chains: ChainPort;
}

/** A signer, a simulated chain and custody processes in this process, over real TLS connections, and a core that uses them. */
export class CustodyWorld {
  readonly directory = temporaryDirectory();
  readonly authority = new TestAuthority();
  readonly log = new TestLog();
  private readonly signer: Signer;
  private readonly development: DevelopmentChain;
  private signerServer: SignerServer | undefined;
  private chainServer: Awaited<ReturnType<typeof serveDevelopmentChain>> | undefined;
  readonly servers = new Map<string, CustodyServer>();
  private readonly ports = new Map<string, number>();
  core: LinkedCore | undefined;

  constructor() {
    this.signer = new Signer({
      directory: path.join(this.directory, "signer"),
      mode: "sandbox",
      keys: new SignerKeys(newMnemonic()),
      limits: new SignerLimits("USDT:50000:1000000,ETH:20:400"),
      nowMs: Date.now,
      onFailure: fail,
    });
    this.development = startSimulatedChain({
      directory: path.join(this.directory, "chain"),
      onFailure: fail,
    });
  }

  get home(): string {
    return path.join(this.directory, "core");
  }

  get chain(): DevelopmentChain["chain"] {
    return this.development.chain;
  }

  /** The highest one that the signer has seen. */
  get rank(): Rank {
    return this.signer.rank;
  }

  greetSigner(greeting: Parameters<Signer["greet"]>[1]): Promise<void> {
    return this.signer.greet("custody", greeting);
  }

  async startServices(): Promise<void> {
    const { authority, log, signer } = this;
    this.signerServer = await SignerServer.start({
      signer,
      place: { host: HOST, port: 0 },
      identity: authority.identityOf("signer"),
      log,
      onFailure: fail,
    });
    await this.startChain();
  }

  /** Starts the chain's process, in the place of the last one. */
  async startChain(): Promise<void> {
    const { authority, log, development } = this;
    const identity = authority.identityOf("chain");
    const server = await this.whenFree(() =>
      serveDevelopmentChain({ development, place: this.placeOf("chain"), identity, log }),
    );
    this.ports.set("chain", server.port);
    this.chainServer = server;
  }

  async stopChain(): Promise<void> {
    await this.chainServer?.close();
    this.chainServer = undefined;
  }

  /** Starts a custody process, in the place of the last one of this name. */
  async startCustody(name = "custody"): Promise<CustodyServer> {
    const { authority, log, directory } = this;
    const identity = authority.identityOf(name);
    const server = await this.whenFree(() =>
      CustodyServer.start({
        home: path.join(directory, name),
        mode: "sandbox",
        chain: undefined,
        places: {
          processes: [],
          signer: { host: HOST, port: this.signerServer?.port ?? 0 },
          signerInside: false,
          developmentChain: this.placeOf("chain"),
          identity,
        },
        place: { host: HOST, port: this.ports.get(name) ?? 0 },
        identity,
        log,
        development: { blockIntervalMs: 60, sweepEveryMs: 200 },
      }),
    );
    this.ports.set(name, server.port);
    this.servers.set(name, server);
    return server;
  }

  /** Repeats a start while the port is in use, as by a client of this machine that connects to it and meets itself. */
  private async whenFree<T>(start: () => Promise<T>): Promise<T> {
    for (const endMs = performance.now() + WAIT_MS; ; await sleep(100))
      try {
        return await start();
      } catch (error) {
        const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
        if (!isTaken || performance.now() > endMs) throw error;
      }
  }

  async stopCustody(name = "custody"): Promise<void> {
    await this.servers.get(name)?.close();
    this.servers.delete(name);
  }

  placeOf(name: string): LinkAddress {
    return { host: HOST, port: this.ports.get(name) ?? 0 };
  }

  /** Opens the core's home and leads in a term. */
  async startCore(term: number, names: readonly string[] = ["custody"]): Promise<LinkedCore> {
    const { home, authority, log } = this;
    const engine = new LocalEngine({ home: exchangeHome(home), factory: machineFactory });
    if ((await engine.exchangeView()).assets.length === 0)
      for (const asset of DEFAULT_ASSETS) await engine.execute({ kind: "list-asset", asset });
    const custody = {
      processes: names.map((name) => this.placeOf(name)),
      signer: undefined,
      signerInside: false,
      developmentChain: undefined,
      identity: authority.identityOf("core-1"),
    };
    const files = {
      replace: (file: string, content: Uint8Array) => writeDurablyAsync(path.join(home, file), content),
    };
    const opening = new OpeningLinkedChains(
      { home, mode: "sandbox", custody },
      { exchange: EXCHANGE, term },
      files,
      log,
      fail,
    );
    opening.knowPeople(() => false);
    const chains = await opening.begin(engine);
    this.core = { engine, opening, chains };
    return this.core;
  }

  async stopCore(): Promise<void> {
    const { core } = this;
    this.core = undefined;
    await core?.opening.close();
    await core?.engine.close();
  }

  /** Opens the core's home with the chains in the core itself. */
  async startOwnChains(term: number) {
    const { home, authority, log } = this;
    const engine = new LocalEngine({ home: exchangeHome(home), factory: machineFactory });
    if ((await engine.exchangeView()).assets.length === 0)
      for (const asset of DEFAULT_ASSETS) await engine.execute({ kind: "list-asset", asset });
    const started = await startChains({
      home,
      mode: "sandbox",
      settings: undefined,
      custody: {
        processes: [],
        signer: { host: HOST, port: this.signerServer?.port ?? 0 },
        signerInside: false,
        developmentChain: this.placeOf("chain"),
        identity: authority.identityOf("core-1"),
      },
      core: { exchange: EXCHANGE, term },
      variables: {},
      exchange: { engine: chainEngineOf(engine), listed: LISTED },
      files: {
        replace: (file, content) => writeDurablyAsync(path.join(home, file), content),
      },
      nowMs: Date.now,
      log,
      onFatal: fail,
      development: { blockIntervalMs: 60, sweepEveryMs: 200 },
    });
    return {
      engine,
      chains: started.service,
      close: async () => {
        await started.close();
        await engine.close();
      },
    };
  }

  /**
   * Admits the core in the custody process's place, takes its state, and sends one message, which may be bytes.
   * @returns what the core has answered to it, and asked, which is answered with null
   */
  async impersonate(
    message: unknown,
  ): Promise<{ readonly answers: unknown[]; readonly asked: unknown[]; close(): Promise<void> }> {
    const channels = new Set<Channel>();
    const answers: unknown[] = [];
    const asked: unknown[] = [];
    const listening = await this.whenFree(() =>
      listenForChannels({
        place: this.placeOf("custody"),
        identity: this.authority.identityOf("custody"),
        protocol: "candor-custody",
        maxMessageBytes: MAX_MESSAGE_BYTES,
        refused: () => undefined,
        connected: (channel) => {
          channels.add(channel);
          let received = 0;
          channel.receive({
            message: (bytes) => {
              const said = decodeValue(bytes) as {
                readonly id?: number;
                readonly ask?: unknown;
                readonly answer?: { readonly isLast?: boolean };
              };
              if (++received === 1) {
                channel.send(encodeValue({ admitted: { term: 1 } }));
                channel.send(encodeValue({ id: 0, ask: { kind: "seed" } }));
              } else if (said.answer?.isLast === true)
                channel.send(message instanceof Uint8Array ? message : encodeValue(message));
              else if (said.ask !== undefined) {
                asked.push(said.ask);
                channel.send(encodeValue({ id: said.id, answer: null }));
              } else if (said.answer !== undefined) answers.push(said.answer);
            },
            closed: () => channels.delete(channel),
          });
        },
      }),
    );
    return {
      answers,
      asked,
      close: async () => {
        const closed = listening.close();
        for (const channel of channels) channel.close("done");
        await closed;
      },
    };
  }

  /** Sends a message as the custody process, and waits until the core has ended the connection because of it. */
  async refuses(message: unknown, words: string): Promise<void> {
    const lines = this.log.lines.length;
    const impostor = await this.impersonate(message);
    await this.until(`the core has refused ${words}`, () =>
      this.log.lines
        .slice(lines)
        .some((line) => line.includes("no custody process at") && line.includes(words)),
    );
    await impostor.close();
  }

  /** Waits until the chain is watched. */
  async watched(): Promise<void> {
    await this.until("the chain is watched", () => this.chains.chains[0]?.paused === undefined);
  }

  get chains(): ChainPort {
    if (this.core === undefined) throw new Error("no core runs");
    return this.core.chains;
  }

  /** @returns units in the main wallet: available, frozen */
  async balanceOf(userId: number, assetId: number): Promise<readonly [number, number]> {
    const { balances } = (await this.core?.engine.accountView(userId)) ?? { balances: [] };
    const main = balances.find((balance) => balance.wallet === "main" && balance.assetId === assetId);
    return [main?.availableUnits ?? 0, main?.frozenUnits ?? 0];
  }

  async openUser(userId: number): Promise<void> {
    await this.core?.engine.execute({ kind: "open-account", userId, role: "trader" });
  }

  /** Requests and approves a withdrawal. @returns its id */
  async withdraw(userId: number, assetId: number, units: number, feeUnits: number, address: string) {
    const engine = this.core?.engine;
    if (engine === undefined) throw new Error("no core runs");
    const { executed } = await engine.execute({
      kind: "request-withdrawal",
      userId,
      assetId,
      chainIndex: 0,
      address,
      amountUnits: units as Units,
      feeUnits: feeUnits as Units,
      needsReview: false,
      key: "",
    });
    if (executed.error !== undefined) throw new Error(executed.error);
    const withdrawalId = executed.seq;
    await engine.execute({ kind: "advance-withdrawal", withdrawalId, status: "approved", txHash: "" });
    return withdrawalId;
  }

  async custodyOf(assetId: number): Promise<CustodyView | undefined> {
    return (await this.chains.custody()).find((view) => view.assetId === assetId);
  }

  async until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    await until(isSo, what, WAIT_MS).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.log.lines.join("\n")}`);
    });
  }

  async close(): Promise<void> {
    await this.stopCore();
    for (const name of this.servers.keys()) await this.stopCustody(name);
    await this.signerServer?.close();
    await this.stopChain();
    await this.development.close();
    this.signer.close();
    for (const directory of [this.directory, this.authority.directory])
      rmSync(directory, { recursive: true, force: true });
  }
}
