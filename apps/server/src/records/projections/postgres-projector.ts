import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { ProjectorSettings } from "./projector-messages.ts";
import { RemoteProjector, type RemoteProjectorOptions } from "./remote-projector.ts";

/** What the thread of a projector for a database server starts with. */
export interface PostgresProjectorStart {
  readonly port: MessagePort;
  readonly url: string;
  readonly silenceMs: number;
  readonly settings: ProjectorSettings;
}

/** Heap for short-lived rows, see PGliteClient. */
const YOUNG_GENERATION_MB = 12;

/** Opens a projector in a thread of its own, with its own connection to the server. Throws the error that prevents it. */
export async function openPostgresProjector(
  server: Pick<PostgresProjectorStart, "url" | "silenceMs">,
  settings: ProjectorSettings,
  options: RemoteProjectorOptions,
): Promise<RemoteProjector> {
  const { port1: own, port2: port } = new MessageChannel();
  const start: PostgresProjectorStart = { port, ...server, settings };
  const worker = new Worker(new URL("./postgres-projector-worker.ts", import.meta.url), {
    workerData: start,
    transferList: [port],
    name: "projector",
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const lost = Promise.withResolvers<never>();
  worker.on("error", (error) => lost.reject(new Error(`the projector failed: ${String(error)}`)));
  worker.on("exit", () => lost.reject(new Error("the projector's thread has ended")));
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  return await RemoteProjector.open(own, options, { lost: lost.promise, ended: exited });
}
