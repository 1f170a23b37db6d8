import { Worker } from "node:worker_threads";
import type {
  FromStatusThread,
  Page,
  PageContent,
  StatusThreadSettings,
  ToStatusThread,
} from "./status-messages.ts";

const THREAD = new URL("./status-thread.ts", import.meta.url);

export interface StatusServerOptions extends StatusThreadSettings {
  /** Makes the pages. */
  readonly pages: Readonly<Record<Page, () => PageContent | Promise<PageContent>>>;
  readonly warn: (error: unknown, message: string) => void;
}

/**
 * Serves `/healthz`, `/metrics` and `/alarms` of a leader on METRICS_PORT from a thread of its own: while a commit waits for
 * a standby, the main thread answers nobody.
 */
export class StatusServer {
  private readonly worker: Worker;
  private readonly options: StatusServerOptions;
  private readonly exited: Promise<void>;
  private readonly listening = Promise.withResolvers<number>();

  constructor(options: StatusServerOptions) {
    this.options = options;
    const { host, port, writers, role, term, health, warn } = options;
    const workerData: StatusThreadSettings = { host, port, writers, role, term, health };
    this.worker = new Worker(THREAD, { name: "status", workerData });
    this.worker.on("message", (message: FromStatusThread) => this.receive(message));
    this.listening.promise.catch(() => undefined); // `listen` rejects, if it was called
    this.worker.once("error", (error) => {
      this.listening.reject(error);
      warn(error, "metrics and health are not served any more");
    });
    this.exited = new Promise((resolve) => this.worker.once("exit", () => resolve()));
  }

  /** Resolves with the port. Rejects if it cannot listen. */
  listen(): Promise<number> {
    return this.listening.promise;
  }

  async close(): Promise<void> {
    this.post({ kind: "close" });
    await this.exited;
  }

  private receive(message: FromStatusThread): void {
    if (message.kind === "ask") void this.make(message.id, message.page);
    else if (message.kind === "listening") this.listening.resolve(message.port);
    else this.listening.reject(message.error);
  }

  private async make(id: number, page: Page): Promise<void> {
    let content: PageContent | undefined;
    try {
      content = await this.options.pages[page]();
    } catch (error) {
      this.options.warn(error, `the ${page} page could not be made`);
    }
    this.post({ kind: "answer", id, content });
  }

  private post(message: ToStatusThread): void {
    this.worker.postMessage(message);
  }
}
