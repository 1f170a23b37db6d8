import { createServer } from "node:net";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { MetricObject } from "prom-client";
import { awaitListening, type ListeningPlace } from "../../config/listening-place.ts";
import { SettingError } from "../../config/setting-error.ts";
import { type Remote, ThreadGoneError, ThreadPeer } from "../../kit/threads/thread-peer.ts";
import type { OtherGates } from "../../people/closing/closing-gate.ts";
import type { IdentityChange } from "../../people/identity/identity-change.ts";
import type {
  FromGateway,
  GatewayMethods,
  GatewaySettings,
  MainMethods,
  SharedGatewaySettings,
  ToGateway,
} from "./gateway-messages.ts";

const THREAD = new URL("./gateway-thread.ts", import.meta.url);
/** How long a thread may take to answer the calls in progress when the server stops. */
const CLOSE_TIMEOUT_MS = 10_000;
/** How long a thread may take to answer what needs no waiting; after that, it is lost. */
const ANSWER_TIMEOUT_MS = 10_000;
const TICKS_PER_TIMEOUT = 10;

export interface GatewayThreadsOptions {
  readonly count: number;
  readonly place: ListeningPlace;
  readonly settings: SharedGatewaySettings;
  /** Makes a link to the engine. */
  readonly link: () => MessagePort;
  readonly methods: MainMethods;
  readonly log: Logger;
  /** Called once when a thread ends by itself or hangs; the process must exit. */
  readonly onFatal: (error: Error) => void;
  /** By default ANSWER_TIMEOUT_MS. */
  readonly answerTimeoutMs?: number;
  /** Entry of the threads; for tests, another one. */
  readonly entry?: URL;
}

/** The gateway threads of a server, which share one port. */
export class GatewayThreads implements OtherGates {
  private readonly threads: readonly GatewayThread[];
  private readonly place: ListeningPlace;

  /** The threads start to load; none listens yet. */
  constructor(options: GatewayThreadsOptions) {
    this.place = options.place;
    this.threads = Array.from(
      { length: options.count },
      (_, at) => new GatewayThread(`gateway ${at + 1}`, options),
    );
  }

  /** Resolves with the shared port once all threads listen. */
  async listen(): Promise<number> {
    const { threads, place } = this;
    await refuseUsedPort(place);
    await Promise.all(threads.map((thread) => thread.ready));
    const [first, ...others] = threads;
    try {
      const port = await awaitListening(place, first?.listen(place.port) ?? Promise.resolve(0));
      await awaitListening(place, Promise.all(others.map((thread) => thread.listen(port))));
      return port;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code !== "ENOTSUP") throw error;
      throw new SettingError(
        "CANDOR_GATEWAYS",
        "must be 0 on this system, where threads cannot share a port",
      );
    }
  }

  get running(): number {
    return this.threads.filter(({ isRunning }) => isRunning).length;
  }

  /** Resolves once no thread uses what has changed any more. A thread that does not acknowledge it in time is lost. */
  async forget(change: IdentityChange): Promise<void> {
    await this.all(async (thread) => {
      if (thread.isReady) await thread.promptly(thread.peer.other.forget(change));
    });
  }

  /** Sends something to all threads. Resolves once those that serve clients have received it. */
  async tell(push: (gateway: Remote<GatewayMethods>) => Promise<unknown>): Promise<void> {
    await this.all(async (thread) => {
      const done = push(thread.peer.other);
      if (thread.isReady) await thread.promptly(done);
      // A thread without clients receives this before its first one. If it ends instead, its own "exit" event is handled.
      else done.catch(() => undefined);
    });
  }

  async shut(userId: number): Promise<void> {
    await this.all(({ peer }) => peer.other.shutGate(userId));
  }

  open(userId: number): void {
    void this.all(({ peer }) => peer.other.openGate(userId));
  }

  /** Returns the metrics of calls in each thread. */
  async metrics(): Promise<MetricObject[][]> {
    const each = await this.all((thread) => thread.promptly(thread.peer.other.metrics()));
    return each.filter((metrics) => metrics !== undefined);
  }

  /** Resolves once the calls in progress are answered and the threads have ended. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  /** Asks all threads; `undefined` for one that has ended, which answers no call any more. */
  private all<T>(ask: (thread: GatewayThread) => Promise<T>) {
    return Promise.all(
      this.threads.map(async (thread) => {
        try {
          return await ask(thread);
        } catch (error) {
          if (error instanceof ThreadGoneError) return undefined;
          throw error;
        }
      }),
    );
  }
}

/** A port that threads share could be shared with another server's threads, so it must be free before. */
async function refuseUsedPort(place: ListeningPlace): Promise<void> {
  if (place.port === 0) return;
  const server = createServer();
  const listening = new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: place.port, host: place.host }, resolve);
  });
  await awaitListening(place, listening);
  await new Promise((resolve) => server.close(resolve));
}

class GatewayThread {
  readonly ready: Promise<void>;
  readonly peer: ThreadPeer<MainMethods, GatewayMethods>;
  private readonly worker: Worker;
  private readonly exited: Promise<void>;
  private readonly lost = Promise.withResolvers<never>();
  private readonly fail: (error: Error) => void;
  private readonly tickMs: number;
  private listening = Promise.withResolvers<number>();
  private isClosing = false;
  isRunning = true;
  /** Before, the thread has answered no calls and knows nothing. */
  isReady = false;

  constructor(name: string, options: GatewayThreadsOptions) {
    const { settings, link, methods, log, onFatal } = options;
    const { answerTimeoutMs = ANSWER_TIMEOUT_MS, entry = THREAD } = options;
    this.tickMs = answerTimeoutMs / TICKS_PER_TIMEOUT;
    const { port1, port2: main } = new MessageChannel();
    const engine = link();
    this.peer = new ThreadPeer(port1, methods);
    const workerData: GatewaySettings = { ...settings, engine, main };
    this.worker = new Worker(entry, { name, workerData, transferList: [engine, main] });
    const ready = Promise.withResolvers<void>();
    this.ready = Promise.race([ready.promise, this.lost.promise]);
    this.lost.promise.catch(() => undefined); // onFatal receives the error, even if nothing waits here
    this.worker.on("message", (message: FromGateway) => {
      if (message.kind === "ready") {
        this.isReady = true;
        ready.resolve();
      } else if (message.kind === "listening") this.listening.resolve(message.port);
      else if (message.kind === "cannot-listen") this.listening.reject(message.error);
      else log[message.level]({ ...message.details, thread: name }, message.message);
    });
    this.fail = (error) => {
      this.lost.reject(error);
      if (this.isClosing) return;
      this.isClosing = true;
      onFatal(new Error(`${name} is lost: ${error.message}`, { cause: error }));
    };
    this.worker.on("error", this.fail);
    this.worker.on("messageerror", this.fail);
    this.exited = new Promise((resolve) => {
      this.worker.once("exit", (code) => {
        this.isRunning = false;
        this.peer.close();
        this.fail(new Error(`its thread exited with code ${code}`));
        resolve();
      });
    });
  }

  async listen(port: number): Promise<number> {
    this.post({ kind: "listen", port });
    return await Promise.race([this.listening.promise, this.lost.promise]);
  }

  async close(): Promise<void> {
    this.isClosing = true;
    this.post({ kind: "close" });
    const timer = setTimeout(() => void this.worker.terminate(), CLOSE_TIMEOUT_MS);
    await this.exited;
    clearTimeout(timer);
  }

  /**
   * Returns an answer that the thread gives at once. If it does not, it hangs: it is lost and ended, so that it can no
   * longer answer by what it should have forgotten.
   */
  async promptly<T>(answer: Promise<T>): Promise<T> {
    // Counts ticks, not time: a pause of the whole process is no fault of the other thread.
    let ticks = 0;
    const timer = setInterval(() => {
      ticks++;
      if (ticks !== TICKS_PER_TIMEOUT) return;
      this.fail(new Error(`it has not answered for ${(ticks * this.tickMs) / 1_000} s`));
      void this.worker.terminate();
    }, this.tickMs);
    try {
      return await answer;
    } finally {
      clearInterval(timer);
    }
  }

  private post(message: ToGateway): void {
    this.worker.postMessage(message);
  }
}
