import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { RelayedRequests } from "../../engine/relay/relayed-requests.ts";
import { type NoMethods, type Remote, ThreadGoneError, ThreadPeer } from "../../kit/threads/thread-peer.ts";
import type { OtherGates } from "../../people/closing/closing-gate.ts";
import type { IdentityChange } from "../../people/identity/identity-change.ts";
import type { LinkedGatewayMethods, LinkedMainMethods } from "../gateways/gateway-messages.ts";
import { KeptForGateway } from "./kept-for-gateway.ts";
import type {
  FromLinkThread,
  Leading,
  LinkMainMethods,
  LinkState,
  LinkThreadSettings,
  ToLinkThread,
} from "./link-messages.ts";

const THREAD = new URL("./link-thread.ts", import.meta.url);
/** How long a gateway may take to acknowledge a change before it loses its link. */
const ANSWER_TIMEOUT_MS = 10_000;
/** The progress of the read models is sent at most this often. */
const PROGRESS_EVERY_MS = 5;

export interface LinkServerOptions {
  readonly settings: Omit<LinkThreadSettings, "main">;
  /** What is known of the time before this core led. */
  readonly earlier: RelayedRequests;
  readonly log: Logger;
  /** Called once when the thread ends by itself; the process must exit. */
  readonly onFatal: (error: Error) => void;
  /** By default ANSWER_TIMEOUT_MS. */
  readonly answerTimeoutMs?: number;
}

interface Joined {
  readonly node: string;
  readonly peer: ThreadPeer<LinkedMainMethods, LinkedGatewayMethods>;
  /** Resolves when the link has ended, before the lease is over. */
  readonly left: PromiseWithResolvers<void>;
}

/**
 * The link of a core, in a thread of its own: gateway processes connect there. Until it leads, it refuses them and names the
 * leader. To this thread, they are like gateway threads.
 */
export class LinkServer implements OtherGates {
  private readonly worker: Worker;
  private readonly options: LinkServerOptions;
  private readonly gateways = new Map<number, Joined>();
  private readonly listening = Promise.withResolvers<number>();
  private readonly exited: Promise<void>;
  private states: ((state: LinkState) => void)[] = [];
  private methods: LinkedMainMethods | undefined;
  private progress: { readonly reachedSeq: number; readonly isOverloaded: boolean } | undefined;
  private progressTimer: NodeJS.Timeout | undefined;
  private isClosing = false;

  constructor(options: LinkServerOptions) {
    this.options = options;
    const { settings, earlier, onFatal } = options;
    const { port1, port2: main } = new MessageChannel();
    const answers: LinkMainMethods = {
      findEarlier: (gatewayId, numbers, afterSeq) => earlier.find(gatewayId, numbers, afterSeq),
      batchesEarlier: (seq, lastSeq) => earlier.batchesAfter(seq, lastSeq),
    };
    const peer = new ThreadPeer<LinkMainMethods, NoMethods>(port1, answers);
    const workerData: LinkThreadSettings = { ...settings, main };
    this.worker = new Worker(THREAD, { name: "link", workerData, transferList: [main] });
    this.worker.on("message", (message: FromLinkThread) => this.receive(message));
    this.listening.promise.catch(() => undefined); // `listen` rejects, if it was called
    const fail = (error: Error): void => {
      this.listening.reject(error);
      if (this.isClosing) return;
      this.isClosing = true;
      onFatal(new Error(`the link is lost: ${error.message}`, { cause: error }));
    };
    this.worker.on("error", fail);
    this.worker.on("messageerror", fail);
    this.exited = new Promise((resolve) => {
      this.worker.once("exit", (code) => {
        peer.close();
        fail(new Error(`its thread exited with code ${code}`));
        resolve();
      });
    });
  }

  /** Resolves with the port once the link listens. */
  listen(): Promise<number> {
    return this.listening.promise;
  }

  /** Accepts gateways from now on. @param methods what this thread answers to them */
  lead(leading: Leading, methods: LinkedMainMethods): void {
    this.methods = methods;
    this.worker.postMessage({ kind: "lead", leading } satisfies ToLinkThread, [leading.engine]);
  }

  /** Names the leader to gateways, while this core does not lead. */
  follow(leader: string | undefined): void {
    this.post({ kind: "follow", leader });
  }

  /** Resolves once no gateway uses what has changed any more: it has forgotten it, or its lease is over. */
  async forget(change: IdentityChange): Promise<void> {
    await this.all((joined, id) => this.promptly(joined.peer.other.forget(change), id));
  }

  /**
   * Sends something to all gateways, like GatewayThreads. Resolves once each has received it, or its link has ended: then
   * it gets no events either, until its private sockets have been closed.
   */
  async tell(push: (gateway: Remote<LinkedGatewayMethods>) => Promise<unknown>): Promise<void> {
    await this.all(({ left, peer }, id) => Promise.race([this.promptly(push(peer.other), id), left.promise]));
  }

  async shut(userId: number): Promise<void> {
    await this.all(({ peer }) => peer.other.shutGate(userId));
  }

  open(userId: number): void {
    void this.all(({ peer }) => peer.other.openGate(userId));
  }

  /** Sends all gateways how far the read models are. */
  announceProgress(reachedSeq: number, isOverloaded: boolean): void {
    this.progress = { reachedSeq, isOverloaded };
    this.progressTimer ??= setTimeout(() => {
      this.progressTimer = undefined;
      for (const joined of this.gateways.values()) this.sendProgress(joined);
    }, PROGRESS_EVERY_MS);
  }

  state(): Promise<LinkState> {
    return new Promise((resolve) => {
      this.states.push(resolve);
      this.post({ kind: "state" });
    });
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.progressTimer);
    this.post({ kind: "close" });
    await this.exited;
    for (const { peer } of this.gateways.values()) peer.close();
  }

  private receive(message: FromLinkThread): void {
    switch (message.kind) {
      case "listening":
        this.listening.resolve(message.port);
        return;
      case "cannot-listen":
        this.listening.reject(message.error);
        return;
      case "joined":
        this.join(message.id, message.node, message.port);
        return;
      case "left":
        this.gateways.get(message.id)?.left.resolve();
        return;
      case "state":
        this.states.shift()?.(message.state);
        return;
      case "log":
        this.options.log[message.level](message.details, message.message);
        return;
      default:
    }
  }

  private join(id: number, node: string, port: MessagePort): void {
    if (this.methods === undefined) throw new Error("a gateway has joined a core that does not lead");
    const kept = new KeptForGateway(this.methods);
    const peer: Joined["peer"] = new ThreadPeer(port, kept.methods);
    const joined: Joined = { node, peer, left: Promise.withResolvers() };
    this.gateways.set(id, joined);
    port.once("close", () => {
      this.gateways.delete(id);
      kept.end();
    });
    this.sendProgress(joined);
  }

  private sendProgress({ peer }: Joined): void {
    if (this.progress === undefined) return;
    const { reachedSeq, isOverloaded } = this.progress;
    peer.other.progress(reachedSeq, isOverloaded).catch(() => undefined); // its link has ended
  }

  /** Returns an answer that a gateway gives at once. One that does not loses its link, and then its lease. */
  private async promptly<T>(answer: Promise<T>, id: number): Promise<T> {
    const timeoutMs = this.options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS;
    const why = `it has not answered for ${timeoutMs / 1_000} s`;
    const timer = setTimeout(() => this.post({ kind: "drop", id, why }), timeoutMs);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Asks all gateways; one whose lease is over has nothing left to answer. */
  private async all(ask: (joined: Joined, id: number) => Promise<unknown>): Promise<void> {
    await Promise.all(
      [...this.gateways].map(async ([id, joined]) => {
        try {
          await ask(joined, id);
        } catch (error) {
          if (!(error instanceof ThreadGoneError)) throw error;
        }
      }),
    );
  }

  private post(message: ToLinkThread): void {
    this.worker.postMessage(message);
  }
}
