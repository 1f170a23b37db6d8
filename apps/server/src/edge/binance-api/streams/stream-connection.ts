import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { MessageWindow } from "../../../kit/limits/message-window.ts";
import type { SocketLimits } from "../../socket/socket-limits.ts";
import { textFrame } from "../../socket/text-frame.ts";
import type { StreamMessage } from "./stream-message.ts";

const POLICY_CLOSE = 1008;

/** One streaming client. Clients that are too slow are disconnected: a book with gaps is useless. */
export class StreamConnection {
  readonly socket: WebSocket;
  readonly names = new Set<string>();
  /** Wraps each message with the stream's name. */
  isCombined: boolean;
  heardAtMs: number;
  private readonly stream: Duplex;
  private readonly limits: SocketLimits;
  private readonly messages: MessageWindow;

  constructor(
    opened: { readonly socket: WebSocket; readonly stream: Duplex; readonly isCombined: boolean },
    limits: SocketLimits,
    nowMs: number,
  ) {
    this.socket = opened.socket;
    this.stream = opened.stream;
    this.isCombined = opened.isCombined;
    this.limits = limits;
    this.messages = new MessageWindow(limits.maxMessagesPerSecond);
    this.heardAtMs = nowMs;
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN && !this.stream.destroyed;
  }

  send(message: StreamMessage): void {
    this.write(message.frame(this.isCombined));
  }

  answer(reply: object): void {
    this.write(textFrame(JSON.stringify(reply)));
  }

  /** Counts an inbound message. Returns false when there are too many in one second. */
  countMessage(nowMs: number): boolean {
    return this.messages.take(nowMs);
  }

  close(reason: string, code = POLICY_CLOSE): void {
    this.socket.close(code, reason);
    setTimeout(() => this.socket.terminate(), this.limits.closeTimeoutMs).unref();
  }

  /** Writes a raw frame. Disconnects a client whose queue is full. */
  write(bytes: Buffer): void {
    if (!this.isOpen) return;
    this.stream.write(bytes);
    if (this.stream.writableLength > this.limits.maxBacklogBytes) this.close("too slow");
  }
}

/** Receiver of stream messages: a connection, or one subscription of it. */
export type StreamListener = Pick<StreamConnection, "names" | "send" | "close">;
