import { connect, createServer, type Server, type Socket } from "node:net";

/** A network between two processes that can fail. */
export class BadNetwork {
  readonly port: number;
  private readonly server: Server;
  private readonly pairs: Set<readonly [Socket, Socket]>;
  private isBlackhole = false;

  static async to(port: number): Promise<BadNetwork> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new BadNetwork(server, port);
  }

  private constructor(server: Server, target: number) {
    const address = server.address();
    this.port = typeof address === "object" && address !== null ? address.port : 0;
    this.server = server;
    this.pairs = new Set();
    server.on("connection", (near) => {
      const far = connect(target, "127.0.0.1");
      const pair = [near, far] as const;
      this.pairs.add(pair);
      for (const [from, to] of [pair, [far, near] as const]) {
        from.on("data", (data: Buffer) => {
          if (!this.isBlackhole) to.write(data);
        });
        from.on("error", () => undefined);
        from.once("close", () => {
          this.pairs.delete(pair);
          // Through a blackhole, nobody learns that the other side is gone.
          if (!this.isBlackhole) to.destroy();
        });
      }
    });
  }

  /** Breaks all connections. */
  cut(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.resetAndDestroy();
  }

  /** Swallows everything from now on, without breaking a connection. */
  swallow(): void {
    this.isBlackhole = true;
  }

  /** What was swallowed stays lost: connections of before break. */
  restore(): void {
    this.isBlackhole = false;
    this.cut();
  }

  close(): void {
    this.cut();
    this.server.close();
  }
}
