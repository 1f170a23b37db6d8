import type { MessagePort } from "node:worker_threads";
import type { EventBatch } from "@candor/domain/engine-port";
import { Projector } from "./projector.ts";
import type { FromProjector, ProjectorSettings, ToProjector } from "./projector-messages.ts";
import type { ProjectedDatabase } from "./read-model-database.ts";
import { threadErrorOf } from "./thread-error.ts";

/** Maximum time that a reader may keep the tables unchanged: one that never releases them must not block the projector. */
const MAX_HOLD_MS = 120_000;

/** The projector's end of a RemoteProjector: serves its messages in the projector's thread. */
export class ProjectorHost {
  private readonly port: MessagePort;
  private readonly projector: Projector;
  /** Ends each hold; the flag is whether its reader released it. */
  private readonly holds = new Map<number, (isInTime: boolean) => void>();
  private take: (batch: EventBatch) => void;
  private acceptedBytes = 0;
  private reportedTransactions = 0;
  private closed: Promise<void> | undefined;

  private constructor(port: MessagePort, projector: Projector) {
    this.port = port;
    this.projector = projector;
    this.take = (batch) => projector.accept(batch);
  }

  /** Opens a projector for `port`. @returns `undefined` if that fails; the other side receives the error */
  static async open(
    port: MessagePort,
    database: Omit<ProjectedDatabase, "distrust" | "discarded">,
    { discarded, ...settings }: ProjectorSettings,
  ): Promise<ProjectorHost | undefined> {
    const post = (message: FromProjector): void => port.postMessage(message);
    let host: ProjectorHost | undefined;
    try {
      // The other side distrusts the database when it receives the failure.
      const projector = await Projector.open(
        { ...database, discarded, distrust: () => undefined },
        {
          ...settings,
          onFailure: (error) => post({ kind: "failed", error: threadErrorOf(error) }),
          onRetry: (error, delayMs) => post({ kind: "retry", error: threadErrorOf(error), delayMs }),
          onRewound: (fromSeq, toSeq) => post({ kind: "rewound", fromSeq, toSeq }),
        },
      );
      host = new ProjectorHost(port, projector);
      projector.onProgress = host.report;
      const { reachedSeq, knownSeq } = projector;
      post({ kind: "opened", reachedSeq, discarded: projector.discarded, knownSeq });
    } catch (error) {
      post({ kind: "not-opened", error: threadErrorOf(error) });
      port.close();
      return undefined;
    }
    const serving = host;
    port.on("message", (message: ToProjector) => serving.serve(message));
    return serving;
  }

  /** Closes the projector after its transaction in progress. */
  close(): Promise<void> {
    this.closed ??= this.closeOnce();
    return this.closed;
  }

  private async closeOnce(): Promise<void> {
    for (const end of this.holds.values()) end(false);
    await this.projector.close();
    this.post({ kind: "closed" });
    this.port.close();
  }

  private serve(message: ToProjector): void {
    const { projector } = this;
    switch (message.kind) {
      case "accept":
        for (const batch of message.batches) {
          this.acceptedBytes += batch.words.byteLength;
          this.take(batch);
        }
        return;
      case "wait":
        void projector.waitFor(message.seq, message.timeoutMs);
        return;
      case "drain":
        this.hurry(projector.drain());
        return;
      case "room":
        this.hurry(projector.room());
        return;
      case "hold":
        void this.hold(message.id);
        return;
      case "release":
        this.holds.get(message.id)?.(true);
        return;
      case "replay":
        projector.beginReplay();
        return;
      case "follow":
        projector.follow({
          subscribe: (listener) => {
            this.take = listener;
            return () => undefined;
          },
        });
        return;
      case "close":
        void this.close();
    }
  }

  /** The other side sees from the progress when it is done, and receives the failure that prevents it. */
  private hurry(done: Promise<void>): void {
    done.catch(() => undefined);
  }

  private async hold(id: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.holds.set(id, resolve);
    const isInTime = await this.projector.whileStill(async (seq) => {
      this.post({ kind: "held", id, seq });
      const timer = setTimeout(() => resolve(false), MAX_HOLD_MS);
      const isReleased = await promise;
      clearTimeout(timer);
      return isReleased;
    });
    this.holds.delete(id);
    this.post({ kind: "released", id, isInTime });
  }

  /** Reports each transaction. */
  private readonly report = (): void => {
    const { reachedSeq, backlog, written } = this.projector;
    if (written.transactions === this.reportedTransactions) return;
    this.reportedTransactions = written.transactions;
    const takenBytes = this.acceptedBytes - backlog.bytes;
    this.post({ kind: "written", status: { reachedSeq, takenBytes, ...written } });
  };

  private post(message: FromProjector): void {
    this.port.postMessage(message);
  }
}
