import { connect, type Socket } from "node:net";
import type { Trader } from "./bench-traders.ts";
import { HANDSHAKE, maskedFrame } from "./client-frame.ts";

/** Longer than the text searched for, so that no match across two chunks is missed. */
const TAIL_LENGTH = 128;

/**
 * A trader's socket that only searches for one text: unmasked text frames contain plain JSON, and parsing each like a
 * client would cost the load generator more than the server spends on sending.
 */
export class PrivateFeed {
  /** Resolves when private messages are enabled. */
  readonly bound: Promise<void>;
  private readonly socket: Socket;
  private tail = "";
  private awaited: string | undefined;

  /** @param arrived called once per awaited key, when its `order` message arrives */
  constructor(port: number, trader: Trader, arrived: () => void) {
    this.socket = connect(port, "127.0.0.1");
    this.socket.setNoDelay(true);
    this.socket.setEncoding("latin1");
    this.socket.write(HANDSHAKE);
    this.bound = this.bind(trader);
    this.socket.on("data", (text) => {
      if (this.awaited === undefined) return;
      const known = this.tail + String(text);
      this.tail = known.slice(-TAIL_LENGTH);
      if (!known.includes(this.awaited)) return;
      this.awaited = undefined;
      this.tail = "";
      arrived();
    });
  }

  /** Sets the key of the order about to be sent. */
  await(key: string): void {
    this.awaited = `"clientOrderId":"${key}"`;
  }

  end(): void {
    this.socket.destroy();
  }

  private bind({ userId, token }: Trader): Promise<void> {
    return new Promise((resolve, reject) => {
      let heard = "";
      const listen = (text: string | Buffer): void => {
        const before = heard;
        heard += String(text);
        if (before === "" || !before.includes("\r\n\r\n")) {
          if (heard.includes("\r\n\r\n"))
            this.socket.write(
              maskedFrame(JSON.stringify({ type: "bind", data: { uid: String(userId), token, bare: true } })),
            );
        }
        if (!heard.includes('"bildUid"')) return;
        this.socket.off("data", listen);
        if (heard.includes('"private":true')) resolve();
        else reject(new Error(`a trader's socket was not bound: ${heard}`));
      };
      this.socket.on("data", listen);
      this.socket.once("error", reject);
    });
  }
}
