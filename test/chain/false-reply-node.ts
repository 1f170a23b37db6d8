import { once } from "node:events";
import { createServer, type Server } from "node:http";

/** Changes one reply of the real node; undefined leaves it unchanged. "down" cuts the connection. */
export type FalseReply = (method: string, params: readonly unknown[], result: unknown) => unknown;

/** A proxy to an honest node that can change replies. */
export class FalseReplyNode {
  private readonly server: Server;
  private lie: FalseReply | "down" | undefined;
  url = "";

  private constructor(honestUrl: string) {
    this.server = createServer((request, response) => {
      if (this.lie === "down") {
        request.socket.destroy();
        return;
      }
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        void this.answer(honestUrl, body).then(
          (text) => response.setHeader("content-type", "application/json").end(text),
          () => request.socket.destroy(),
        );
      });
    });
  }

  static async start(honestUrl: string): Promise<FalseReplyNode> {
    const node = new FalseReplyNode(honestUrl);
    node.server.listen(0, "127.0.0.1");
    await once(node.server, "listening");
    const address = node.server.address();
    if (typeof address === "object" && address !== null) node.url = `http://127.0.0.1:${address.port}`;
    return node;
  }

  replyWith(lie: FalseReply | "down" | undefined): void {
    this.lie = lie;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(honestUrl: string, body: string): Promise<string> {
    const headers = { "content-type": "application/json" };
    const reply = await fetch(honestUrl, { method: "POST", headers, body });
    const text = await reply.text();
    if (typeof this.lie !== "function") return text;
    const { method, params } = JSON.parse(body) as { method: string; params: readonly unknown[] };
    const answer = JSON.parse(text) as { id: number; result?: unknown };
    const lie = this.lie(method, params, answer.result);
    if (lie === undefined) return text;
    return JSON.stringify(
      lie instanceof Error
        ? { jsonrpc: "2.0", id: answer.id, error: { code: -32_601, message: lie.message } }
        : { ...answer, result: lie },
    );
  }
}
