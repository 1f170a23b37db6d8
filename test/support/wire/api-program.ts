import { createHmac } from "node:crypto";
import { vi } from "vitest";
import { WebSocket } from "ws";
import type { ApiKey } from "./binance-bot.ts";
import type { Json } from "./streams.ts";

/** A program's connection that signs requests as Binance documents it: all parameters in alphabetical order. */
export class ApiProgram {
  readonly received: Json[] = [];
  private readonly socket: WebSocket;
  private readonly key: ApiKey;
  private nextId = 1;

  private constructor(socket: WebSocket, key: ApiKey) {
    this.socket = socket;
    this.key = key;
    socket.on("message", (data: Buffer) => this.received.push(JSON.parse(data.toString("utf8")) as Json));
  }

  /** Connects, and adds the connection to `open` for closing. */
  static async connect(url: string, open: WebSocket[], key: ApiKey): Promise<ApiProgram> {
    const program = new ApiProgram(new WebSocket(url), key);
    open.push(program.socket);
    await new Promise((resolve, reject) => {
      program.socket.once("open", resolve);
      program.socket.once("error", reject);
    });
    return program;
  }

  get closed(): boolean {
    return this.socket.readyState === WebSocket.CLOSED;
  }

  send(text: string): void {
    this.socket.send(text);
  }

  async ask(method: string, params?: Json): Promise<Json> {
    const id = String(this.nextId++);
    this.send(JSON.stringify({ id, method, ...(params === undefined ? {} : { params }) }));
    return vi.waitFor(() => {
      const answer = this.received.find((message) => message.id === id);
      if (answer === undefined) throw new Error(`no answer to ${method}`);
      return answer;
    });
  }

  signed(method: string, params: Json = {}, { apiKey, secret }: ApiKey = this.key): Promise<Json> {
    const all: Json = { ...params, apiKey, timestamp: Date.now() };
    const text = Object.keys(all)
      .sort()
      .map((name) => `${name}=${String(all[name])}`)
      .join("&");
    const signature = createHmac("sha256", secret).update(text).digest("hex");
    return this.ask(method, { ...all, signature });
  }

  events(): Json[] {
    return this.received.filter((message) => "subscriptionId" in message);
  }
}
