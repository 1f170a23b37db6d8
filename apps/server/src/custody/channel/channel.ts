import type { TLSSocket } from "node:tls";
import { framed, MessageReader } from "./message-reader.ts";

/** A vanished machine is noticed by TCP after about this time, in addition to unanswered requests. */
const KEEP_ALIVE_AFTER_MS = 5_000;
/** More unsent bytes than this mean that the peer does not read. */
const MAX_UNSENT_BYTES = 64 * 1024 * 1024;

export interface ChannelUser {
  readonly message: (message: Buffer) => void;
  /** Called once, after the last message. */
  readonly closed: (why: string) => void;
}

/** A connection to an authenticated process that carries whole messages in order. */
export class Channel {
  /** Common name of the peer's certificate. */
  readonly peer: string;
  private readonly socket: TLSSocket;
  private user: ChannelUser | undefined;
  private why = "the other side closed the connection";
  private isClosed = false;

  /** @param maxBytes length of the longest message that is accepted */
  constructor(socket: TLSSocket, peer: string, maxBytes: number) {
    this.socket = socket;
    this.peer = peer;
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_AFTER_MS);
    const reader = new MessageReader(maxBytes);
    socket.on("data", (chunk: Buffer) => {
      try {
        for (const message of reader.take(chunk)) if (!this.isClosed) this.user?.message(message);
      } catch (error) {
        this.close((error as Error).message);
      }
    });
    socket.on("error", (error) => {
      this.why = error.message;
    });
    socket.once("close", () => {
      this.isClosed = true;
      this.user?.closed(this.why);
    });
    // Nobody receives yet.
    socket.pause();
  }

  /** Starts delivery to `user`. Messages that arrived before are kept. */
  receive(user: ChannelUser): void {
    this.user = user;
    this.socket.resume();
  }

  send(message: Uint8Array): void {
    if (this.isClosed) return;
    this.socket.write(framed(message));
    if (this.socket.writableLength > MAX_UNSENT_BYTES) this.close("the other side does not read");
  }

  /** Closes after everything sent has been written. */
  end(why: string): void {
    this.why = why;
    this.isClosed = true;
    this.socket.end();
    this.socket.destroySoon();
  }

  /** Closes at once. */
  close(why: string): void {
    this.why = why;
    this.isClosed = true;
    this.socket.destroy();
  }
}
