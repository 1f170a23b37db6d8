import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { MessageWindow } from "../../../kit/limits/message-window.ts";
import type { SocketLimits } from "../../socket/socket-limits.ts";
import { textFrame } from "../../socket/text-frame.ts";
import type { FaultRules, StreamFault } from "../faults/fault-rules.ts";
import { StreamMessage } from "./stream-message.ts";

const POLICY_CLOSE = 1008;
/** The server's end of a connection that a fault closes. */
const FAULT_CLOSE = 1011;
const DEFAULT_STALL_MS = 5_000;

/** One streaming client. Clients that are too slow are disconnected: a book with gaps is useless. */
export class StreamConnection {
  readonly socket: WebSocket;
  readonly names = new Set<string>();
  /** Wraps each message with the stream's name. */
  isCombined: boolean;
  /** Whether it is one of a WebSocket API, whose messages are answers and wrapped events. */
  readonly answersRequests: boolean;
  /** Whether the times it receives are in microseconds. */
  readonly inMicroseconds: boolean;
  heardAtMs: number;
  private readonly stream: Duplex;
  private readonly faults: FaultRules | undefined;
  private readonly limits: SocketLimits;
  private readonly messages: MessageWindow;
  /** Requests that are not answered yet. */
  private unanswered = 0;
  private closing: { readonly reason: string; readonly code: number } | undefined;

  constructor(
    opened: {
      readonly socket: WebSocket;
      readonly stream: Duplex;
      readonly isCombined: boolean;
      readonly inMicroseconds?: boolean;
      readonly answersRequests?: boolean;
      /** Absent in live mode. */
      readonly faults?: FaultRules | undefined;
    },
    limits: SocketLimits,
    nowMs: number,
    messagesPerSecond = limits.maxMessagesPerSecond,
  ) {
    this.socket = opened.socket;
    this.stream = opened.stream;
    this.isCombined = opened.isCombined;
    this.answersRequests = opened.answersRequests ?? false;
    this.inMicroseconds = opened.inMicroseconds ?? false;
    this.faults = opened.faults;
    this.limits = limits;
    this.messages = new MessageWindow(messagesPerSecond);
    this.heardAtMs = nowMs;
  }

  /** Whether it closes as soon as its requests are answered. */
  get isClosing(): boolean {
    return this.closing !== undefined;
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN && !this.stream.destroyed;
  }

  send(message: StreamMessage): void {
    const fault = this.faults?.ofMessage(message.stream);
    if (fault !== undefined && !this.suffer(fault)) return;
    this.write(message.frame(this.isCombined, this.inMicroseconds));
  }

  /** Says that the server is about to close. */
  shutDown(nowMs: number): void {
    const event = { e: "serverShutdown", E: nowMs };
    if (this.answersRequests) this.answer({ event });
    else this.send(new StreamMessage("!serverShutdown", event));
  }

  /** Says that a listen key has ended, and closes the connection. */
  streamEnded(listenKey: string, nowMs: number): void {
    if (this.isClosing || !this.isOpen) return;
    this.send(new StreamMessage(listenKey, { e: "listenKeyExpired", E: nowMs, listenKey }));
    this.close("listenKey expired");
  }

  /** Lets a fault happen. @returns whether the message is sent nevertheless */
  private suffer({ do: what, stallMs = DEFAULT_STALL_MS }: StreamFault): boolean {
    if (what === "close") this.closeNow("fault", FAULT_CLOSE);
    if (what !== "stall") return false;
    // What is written meanwhile is sent afterwards, as over a line that hangs.
    this.stream.cork();
    setTimeout(() => this.stream.uncork(), stallMs).unref();
    return true;
  }

  answer(reply: object): void {
    this.write(textFrame(JSON.stringify(reply)));
  }

  /** Counts an inbound message. Returns false when there are too many in one second. */
  countMessage(nowMs: number): boolean {
    return this.messages.take(nowMs);
  }

  /** Keeps the connection open until a request is answered. */
  answerBeforeClose(answering: Promise<unknown>): void {
    this.unanswered += 1;
    void answering.finally(() => {
      this.unanswered -= 1;
      if (this.closing !== undefined && this.unanswered === 0)
        this.closeNow(this.closing.reason, this.closing.code);
    });
  }

  /** Closes the connection once its requests are answered, but not later than after the limit of a close. */
  close(reason: string, code = POLICY_CLOSE): void {
    if (this.unanswered === 0) return this.closeNow(reason, code);
    if (this.closing !== undefined) return;
    this.closing = { reason, code };
    setTimeout(() => this.closeNow(reason, code), this.limits.closeTimeoutMs).unref();
  }

  private closeNow(reason: string, code: number): void {
    this.socket.close(code, reason);
    setTimeout(() => this.socket.terminate(), this.limits.closeTimeoutMs).unref();
  }

  /** Writes a raw frame. Disconnects a client whose queue is full. */
  write(bytes: Buffer): void {
    if (!this.isOpen) return;
    this.stream.write(bytes);
    if (this.stream.writableLength > this.limits.maxBacklogBytes) this.closeNow("too slow", POLICY_CLOSE);
  }
}

/** Receiver of stream messages: a connection, or one subscription of it. */
export type StreamListener = Pick<StreamConnection, "names" | "send" | "close" | "streamEnded">;
