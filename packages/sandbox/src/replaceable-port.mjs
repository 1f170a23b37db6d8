import { connect, createServer } from "node:net";

const HOST = "127.0.0.1";

/** A port of this machine whose connections lead to another port, which can be replaced. */
export class ReplaceablePort {
  #server;
  #sockets = new Set();
  #target;

  /** @param target the port that connections lead to */
  constructor(target) {
    this.#target = target;
    this.#server = createServer((socket) => this.#forward(socket));
    // It does not keep the calling program running.
    this.#server.unref();
  }

  /** Resolves with the port. @param port 0 takes a free one */
  listen(port) {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, HOST, () => resolve(this.#server.address().port));
    });
  }

  /** Closes all connections; new ones lead to another port. */
  replace(target) {
    this.#target = target;
    for (const socket of this.#sockets) socket.destroy();
  }

  close() {
    this.#server.close();
    this.replace(0);
  }

  #forward(socket) {
    const there = connect(this.#target, HOST);
    for (const [one, other] of [
      [socket, there],
      [there, socket],
    ]) {
      this.#sockets.add(one);
      one.setNoDelay(true);
      one.on("error", () => other.destroy());
      one.once("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
