import { Worker } from "node:worker_threads";
import type { LinkAddress, LinkIdentity } from "../link/link-identity.ts";
import type { FromHeartbeat, HeartbeatSettings } from "./heartbeat-thread.ts";

const THREAD = new URL("./heartbeat-thread.ts", import.meta.url);

export interface HeartbeatOptions {
  readonly identity: LinkIdentity;
  /** Where standbys connect; port 0 for any free one. */
  readonly place: LinkAddress;
  readonly warn: (message: string) => void;
  /** Called once if the thread ends by itself. */
  readonly onFatal: (error: Error) => void;
}

export interface Heartbeat {
  /** Where it listens. */
  readonly place: LinkAddress;
  /** From here on, beats say that this process leads in this term; 0 for none. The change is sent at once. */
  lead(term: number): void;
  /** How many standbys follow its beats. */
  readonly standbys: number;
  close(): Promise<void>;
}

/** Starts the thread that sends beats. Resolves once it listens; rejects if it cannot. */
export async function startHeartbeat(options: HeartbeatOptions): Promise<Heartbeat> {
  const { identity, place, warn, onFatal } = options;
  const term = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const terms = new BigInt64Array(term);
  const standbys = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const worker = new Worker(THREAD, {
    name: "heartbeat",
    workerData: { identity, place, term, standbys } satisfies HeartbeatSettings,
  });
  let isClosing = false;
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  const listening = Promise.withResolvers<number>();
  let isListening = false;
  const lost = (error: Error): void => {
    listening.reject(error);
    if (isClosing || !isListening) return;
    isClosing = true;
    onFatal(new Error(`the heartbeat is lost: ${error.message}`, { cause: error }));
  };
  worker.on("error", lost);
  worker.on("exit", (code) => lost(new Error(`its thread exited with code ${code}`)));
  worker.on("message", (message: FromHeartbeat) => {
    if (message.kind === "refused")
      return warn(`heartbeat: refused ${message.address ?? "a connection"}: ${message.why}`);
    isListening = true;
    listening.resolve(message.port);
  });
  const port = await listening.promise;
  return {
    place: { host: place.host, port },
    lead: (leadingTerm) => {
      Atomics.store(terms, 0, BigInt(leadingTerm));
      worker.postMessage("beat");
    },
    get standbys() {
      return Atomics.load(new Int32Array(standbys), 0);
    },
    close: async () => {
      isClosing = true;
      worker.postMessage("close");
      await exited;
    },
  };
}
