import { WebSocket } from "ws";

type Json = Record<string, unknown>;

/** A connection to a WebSocket API with many requests in progress. */
export class SignedSocket {
  private readonly socket: WebSocket;
  private readonly waiting = new Map<string, (answer: Json | undefined) => void>();
  private next = 1;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data: Buffer) => this.settle(JSON.parse(data.toString("utf8")) as Json));
    socket.on("error", () => {
      // "close" follows.
    });
    socket.on("close", () => {
      for (const resolve of this.waiting.values()) resolve(undefined);
      this.waiting.clear();
    });
  }

  /** @returns a connection, or one that is lost already */
  static async connect(url: string): Promise<SignedSocket> {
    const socket = new WebSocket(url);
    const connection = new SignedSocket(socket);
    await new Promise((resolve) => {
      socket.once("open", resolve);
      socket.once("close", resolve);
    });
    return connection;
  }

  private settle(answer: Json): void {
    const id = String(answer.id);
    this.waiting.get(id)?.(answer);
    this.waiting.delete(id);
  }

  /** @returns the answer, or undefined if the connection ends before */
  ask(method: string, params: Json): Promise<Json | undefined> {
    const id = String(this.next++);
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      if (this.socket.readyState === WebSocket.OPEN)
        this.socket.send(JSON.stringify({ id, method, params: { ...params } }));
      else this.settleAsLost(id);
    });
  }

  private settleAsLost(id: string): void {
    this.waiting.get(id)?.(undefined);
    this.waiting.delete(id);
  }

  drop(): void {
    this.socket.terminate();
  }
}
