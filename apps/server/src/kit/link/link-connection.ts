import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import { encodeFrame, FrameReader, LinkProtocolError } from "./link-frames.ts";
import type { MessageEndpoint } from "./message-endpoint.ts";

export interface LinkConnectionOptions {
  /** Size of the largest message that is accepted. */
  readonly maxMessageBytes: number;
  /** Bytes that may wait for the other side to read them; with more, the connection ends. */
  readonly maxUnreadBytes: number;
  /** Called once, with the reason, when the connection has ended or was ended. */
  readonly onEnd: (why: string) => void;
}

/** One channel of a connection. */
class LinkChannel extends EventEmitter {
  private readonly send: (message: unknown) => void;
  private isClosed = false;

  constructor(send: (message: unknown) => void) {
    super();
    this.send = send;
  }

  postMessage(message: unknown): void {
    if (!this.isClosed) this.send(message);
  }

  receive(message: unknown): void {
    if (!this.isClosed) this.emit("message", message);
  }

  /** Closes this end. The other side notices when the connection ends. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.emit("close");
  }
}

/**
 * Several channels over one stream, such as a TLS connection. Messages of all channels arrive in the order in which they
 * were sent. Writing never waits: a side that does not read loses the connection. What a listener throws, and what no
 * correct program sends, ends the connection and nothing else.
 */
export class LinkConnection {
  private readonly stream: Duplex;
  private readonly options: LinkConnectionOptions;
  private readonly channels = new Map<number, LinkChannel>();
  private hasEnded = false;

  constructor(stream: Duplex, options: LinkConnectionOptions) {
    this.stream = stream;
    this.options = options;
    const reader = new FrameReader(options.maxMessageBytes, (channel, value) => {
      if (this.hasEnded) return;
      const receiver = this.channels.get(channel);
      if (receiver === undefined) throw new LinkProtocolError(`a message for channel ${channel}`);
      receiver.receive(value);
    });
    stream.on("data", (chunk: Buffer) => {
      if (this.hasEnded) return;
      try {
        reader.push(chunk);
      } catch (error) {
        this.end(error instanceof Error ? error.message : String(error));
      }
    });
    stream.once("error", (error) => this.end(error.message));
    stream.once("end", () => this.end("the other side ended the connection"));
    stream.once("close", () => this.end("the connection was closed"));
  }

  /** Returns the channel with this number, from 0 to 255. Register its listeners in the same turn of the event loop. */
  channel(number: number): MessageEndpoint {
    const known = this.channels.get(number);
    const channel = known ?? new LinkChannel((message) => this.write(encodeFrame(number, message)));
    this.channels.set(number, channel);
    if (this.hasEnded) channel.close();
    // It has these methods of a port; only what `on` returns differs.
    return channel as unknown as MessageEndpoint;
  }

  /** Bytes that the other side has not read. */
  get unreadBytes(): number {
    return this.stream.writableLength;
  }

  /** Sends an encoded message, which several connections may share. */
  write(frame: Buffer): void {
    if (this.hasEnded) return;
    this.stream.write(frame);
    const unread = this.unreadBytes;
    if (unread > this.options.maxUnreadBytes) this.end(`the other side did not read ${unread} bytes`);
  }

  /** Ends the connection at once; what was not sent is lost. */
  end(why: string): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.stream.destroy();
    for (const channel of this.channels.values()) channel.close();
    this.options.onEnd(why);
  }
}
