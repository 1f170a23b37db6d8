import type { MessagePort } from "node:worker_threads";
import type { EngineUnavailableError } from "@candor/domain/engine-errors";
import type { FollowerPosition } from "./follower.ts";
import type { RecoveryReport } from "./recover.ts";
import type { EngineReplication, ToWorker } from "./worker-messages.ts";

/** Sends to the engine's thread, which answers in order. */
type Send = (message: ToWorker, transferred?: readonly MessagePort[]) => void;

/**
 * The caller's side of an engine that follows a leader. Its calls reject once the engine is lost, for instance by a
 * divergence; the owner of the engine then receives the error too.
 */
export class StandbyLink {
  private at: FollowerPosition;
  private readonly send: Send;
  private readonly applying: PromiseWithResolvers<void>[] = [];
  private leading: PromiseWithResolvers<RecoveryReport> | undefined;
  private loss: EngineUnavailableError | undefined;

  constructor(at: FollowerPosition, send: Send) {
    this.at = at;
    this.send = send;
  }

  /** What it has executed. */
  get position(): FollowerPosition {
    return this.at;
  }

  /** Resolves once the frames are executed. Await it before sending many more. */
  apply(frames: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
    if (this.loss !== undefined) return Promise.reject(this.loss);
    const applied = Promise.withResolvers<void>();
    this.applying.push(applied);
    this.send({ kind: "frames", frames });
    return applied.promise;
  }

  readSkips(): void {
    this.send({ kind: "skips" });
  }

  lead(replication: EngineReplication | undefined): Promise<RecoveryReport> {
    if (this.loss !== undefined) return Promise.reject(this.loss);
    this.leading = Promise.withResolvers();
    this.send({ kind: "lead", replication }, replication === undefined ? [] : [replication.link.port]);
    return this.leading.promise;
  }

  applied(position: FollowerPosition): void {
    this.at = position;
    this.applying.shift()?.resolve();
  }

  leads(report: RecoveryReport): void {
    this.leading?.resolve(report);
  }

  /** Rejects all calls. The first reason stays: a thread that ends by an error reports its exit afterwards. */
  fail(loss: EngineUnavailableError): void {
    this.loss ??= loss;
    for (const each of this.applying.splice(0)) each.reject(this.loss);
    this.leading?.reject(this.loss);
  }
}
