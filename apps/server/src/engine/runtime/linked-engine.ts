import type { MessagePort } from "node:worker_threads";
import { EngineUnavailableError } from "@candor/domain/engine-errors";
import type { EngineRequest } from "./engine-messages.ts";
import { MAX_WAITING, RequestQueue } from "./request-queue.ts";
import { UnreadBatches } from "./unread-batches.ts";
import type { FromClient, ToClient } from "./worker-messages.ts";

/** As in WorkerEngine: the engine gets the first commands of a burst while the others are read. */
const MAX_REQUEST_COMMANDS = 512;
const MAX_COLLECTING_MS = 0.75;

/** The engine as a client in another thread sees it, at the end of a link that `WorkerEngine.link` made. */
export class LinkedEngine extends RequestQueue {
  private readonly port: MessagePort;

  /**
   * Resolves once the engine has added this client.
   * @param onDown called once if the engine ends the link
   */
  static join(
    port: MessagePort,
    onDown: (error: EngineUnavailableError) => void,
    maxWaiting = MAX_WAITING,
  ): Promise<LinkedEngine> {
    return new Promise((resolve, reject) => {
      let engine: LinkedEngine | undefined;
      let unread: UnreadBatches | undefined;
      port.on("message", (message: ToClient) => {
        if (message.kind === "result") {
          if (message.result.batch !== undefined) unread?.receive(message.result.batch);
          engine?.settle(message.result);
        } else {
          unread = new UnreadBatches(message.unread);
          engine = new LinkedEngine(port, message.lastSeq, maxWaiting);
          resolve(engine);
        }
      });
      const lost = (why: string): void => {
        const error = new EngineUnavailableError(why);
        if (engine === undefined) reject(error);
        else if (!engine.isClosed) {
          engine.fail(error);
          onDown(error);
        }
      };
      port.once("close", () => lost("the link to the engine is closed"));
      port.once("messageerror", (error) => lost(error.message));
    });
  }

  private isClosed = false;

  private constructor(port: MessagePort, lastSeq: number, maxWaiting: number) {
    super(lastSeq, maxWaiting, MAX_REQUEST_COMMANDS, MAX_COLLECTING_MS);
    this.port = port;
  }

  /** Leaves the engine, which executes everything sent so far. Unanswered calls are rejected. */
  close(): void {
    const closed = new EngineUnavailableError("closed");
    this.stopTaking(closed);
    this.isClosed = true;
    this.fail(closed);
    this.port.close();
  }

  protected override send(request: EngineRequest): void {
    this.port.postMessage({ kind: "request", request } satisfies FromClient, [request.bytes.buffer]);
  }
}
