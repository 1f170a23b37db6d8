import { createServer } from "node:net";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { MetricObject } from "prom-client";
import { awaitListening, type ListeningPlace } from "../../config/listening-place.ts";
import { SettingError } from "../../config/setting-error.ts";
import { ThreadGoneError, ThreadPeer } from "../../kit/threads/thread-peer.ts";
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

export interface GatewayThreadsOptions {
  readonly count: number;
  readonly place: ListeningPlace;
  readonly settings: SharedGatewaySettings;
  /** Makes a link to the engine. */
  readonly link: () => MessagePort;
  readonly methods: MainMethods;
  readonly log: Logger;
  /** Called once when a thread ends by itself; the process must exit. */
  readonly onFatal: (error: Error) => void;
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

  /** Resolves once no thread uses what has changed any more. */
  async forget(change: IdentityChange): Promise<void> {
    await this.all(({ forget }) => forget(change));
  }

  async shut(userId: number): Promise<void> {
    await this.all(({ shutGate }) => shutGate(userId));
  }

  open(userId: number): void {
    void this.all(({ openGate }) => openGate(userId));
  }

  /** Returns the metrics of calls in each thread. */
  async metrics(): Promise<MetricObject[][]> {
    const each = await this.all(({ metrics }) => metrics());
    return each.filter((metrics) => metrics !== undefined);
  }

  /** Resolves once the calls in progress are answered and the threads have ended. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  /** Asks all threads; `undefined` for one that has ended, which answers no call any more. */
  private all<T>(ask: (other: ThreadPeer<MainMethods, GatewayMethods>["other"]) => Promise<T>) {
    return Promise.all(
      this.threads.map(async ({ peer }) => {
        try {
          return await ask(peer.other);
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
  private listening = Promise.withResolvers<number>();
  private isClosing = false;
  isRunning = true;

  constructor(name: string, { settings, link, methods, log, onFatal }: GatewayThreadsOptions) {
    const { port1, port2: main } = new MessageChannel();
    const engine = link();
    this.peer = new ThreadPeer(port1, methods);
    const workerData: GatewaySettings = { ...settings, engine, main };
    this.worker = new Worker(THREAD, { name, workerData, transferList: [engine, main] });
    const ready = Promise.withResolvers<void>();
    this.ready = Promise.race([ready.promise, this.lost.promise]);
    this.lost.promise.catch(() => undefined); // onFatal receives the error; nobody else may be waiting
    this.worker.on("message", (message: FromGateway) => {
      if (message.kind === "ready") ready.resolve();
      else if (message.kind === "listening") this.listening.resolve(message.port);
      else if (message.kind === "cannot-listen") this.listening.reject(message.error);
      else log[message.level]({ ...message.details, thread: name }, message.message);
    });
    const fail = (error: Error): void => {
      this.lost.reject(error);
      if (this.isClosing) return;
      this.isClosing = true;
      onFatal(new Error(`${name} is lost: ${error.message}`, { cause: error }));
    };
    this.worker.on("error", fail);
    this.worker.on("messageerror", fail);
    this.exited = new Promise((resolve) => {
      this.worker.once("exit", (code) => {
        this.isRunning = false;
        this.peer.close();
        fail(new Error(`its thread exited with code ${code}`));
        resolve();
      });
    });
  }

  async listen(port: number): Promise<number> {
    this.tell({ kind: "listen", port });
    return await Promise.race([this.listening.promise, this.lost.promise]);
  }

  async close(): Promise<void> {
    this.isClosing = true;
    this.tell({ kind: "close" });
    const timer = setTimeout(() => void this.worker.terminate(), CLOSE_TIMEOUT_MS);
    await this.exited;
    clearTimeout(timer);
  }

  private tell(message: ToGateway): void {
    this.worker.postMessage(message);
  }
}
