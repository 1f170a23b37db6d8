import { once } from "node:events";
import { WebSocket } from "ws";
import { undocumentedIn } from "./documented-message.ts";

export interface Received {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const PATIENCE_MS = 60_000;

/** A plain client of `/ws` that records everything. It fails if a message differs from its documented form. */
export class TestClient {
  readonly socket: WebSocket;
  readonly received: Received[] = [];
  /** Number of messages in each frame, in order. */
  readonly frames: number[] = [];
  closeCode: number | undefined;
  private undocumented: string | undefined;
  private readonly waiting = new Set<() => void>();

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.socket = new WebSocket(url, { perMessageDeflate: false, headers });
    this.socket.on("message", (data) => {
      const parsed = JSON.parse((data as Buffer).toString("utf8")) as Received | Received[];
      const messages = Array.isArray(parsed) ? parsed : [parsed];
      this.frames.push(messages.length);
      this.received.push(...messages);
      this.undocumented ??= messages.map(undocumentedIn).find((problem) => problem !== undefined);
      this.wake();
    });
    this.socket.on("close", (code) => {
      this.closeCode = code;
      this.wake();
    });
    this.socket.on("error", () => this.wake());
  }

  static async connect(url: string, headers: Readonly<Record<string, string>> = {}): Promise<TestClient> {
    const client = new TestClient(url, headers);
    await once(client.socket, "open");
    return client;
  }

  send(type: string, data: unknown, extra: object = {}): void {
    this.socket.send(JSON.stringify({ type, data, ...extra }));
  }

  of(type: string): Received["data"][] {
    return this.received.filter((message) => message.type === type).map((message) => message.data);
  }

  on(channel: string): Received["data"][] {
    return this.received.filter(({ data }) => data.channel === channel).map(({ data }) => data);
  }

  /** Waits until `condition` holds; checked after every message. */
  async until<T>(condition: () => T | undefined | false, what = "a message"): Promise<T> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      if (this.undocumented !== undefined) throw new Error(this.undocumented);
      const value = condition();
      if (value !== undefined && value !== false) return value;
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`waited in vain for ${what}; heard ${this.summary()}`);
      await this.next(left);
    }
  }

  /** Returns the first message of `type`, starting at index `from`. */
  first(type: string, from = 0): Promise<Received["data"]> {
    return this.until(() => this.of(type)[from], `${type} ${from}`);
  }

  closed(): Promise<number> {
    return this.until(() => this.closeCode, "the close");
  }

  /** Resolves when everything sent by the server so far has arrived. */
  async settle(): Promise<void> {
    const before = this.of("pong").length;
    this.send("ping", {});
    await this.first("pong", before);
  }

  close(): void {
    this.socket.terminate();
  }

  private next(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      this.waiting.add(done);
    });
  }

  private wake(): void {
    for (const waiting of this.waiting) waiting();
  }

  private summary(): string {
    return this.received.map((message) => message.type).join(" ");
  }
}
