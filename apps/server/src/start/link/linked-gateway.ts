import type { TLSSocket } from "node:tls";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { RequestChecker } from "../../engine/relay/check-request.ts";
import type { EngineRelay, RelayClient } from "../../engine/relay/engine-relay.ts";
import type { RelayedResult } from "../../engine/relay/relay-messages.ts";
import { LinkConnection } from "../../kit/link/link-connection.ts";
import { encodeFrame, LinkProtocolError } from "../../kit/link/link-frames.ts";
import { isPeerMessage } from "../../kit/threads/thread-peer.ts";
import { isHello, isPulse } from "./check-greeting.ts";
import {
  CHANNEL,
  type Hello,
  LEASE_MARGIN_MS,
  LEASE_MS,
  MAX_TO_CORE_BYTES,
  type Pulse,
  SILENCE_MS,
  type ToGateway,
  type Welcome,
} from "./link-messages.ts";

/** How long a greeting and its answer may take: a core looks up what became of the gateway's requests. */
const GREETING_MS = 10_000;

/** Most results are the same for all gateways. */
let newestResult: { readonly message: RelayedResult; readonly frame: Buffer } | undefined;

function frameOf(message: RelayedResult): Buffer {
  if (newestResult?.message !== message)
    newestResult = { message, frame: encodeFrame(CHANNEL.engine, message) };
  return newestResult.frame;
}

/** How a gateway is served; the link thread's part. */
export interface LinkHost {
  /** Answers a greeting: ends the connection with a refusal, or welcomes the gateway. */
  greet(gateway: LinkedGateway, hello: Hello): Promise<void>;
  pulse(gateway: LinkedGateway, pulse: Pulse): void;
  /** Called once, when the connection has ended. */
  ended(gateway: LinkedGateway, why: string): void;
  readonly maxUnreadBytes: number;
  readonly checker: RequestChecker;
}

/** A gateway process's connection, as the core's link thread sees it. */
export class LinkedGateway implements RelayClient {
  readonly address: string;
  gatewayId = "";
  node = "";
  version = "";
  /** Its last command, as of its last pulse. */
  seq = 0;
  private readonly host: LinkHost;
  private readonly connection: LinkConnection;
  private relay: EngineRelay | undefined;
  private mainPort: MessagePort | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** When the gateway's last message arrived; its lease began before that. */
  private heardMs = performance.now();
  private leaseTimer: NodeJS.Timeout | undefined;
  hasEnded = false;

  constructor(socket: TLSSocket, host: LinkHost) {
    this.host = host;
    this.address = `${socket.remoteAddress ?? ""}:${socket.remotePort ?? 0}`;
    this.connection = new LinkConnection(socket, {
      maxMessageBytes: MAX_TO_CORE_BYTES,
      maxUnreadBytes: host.maxUnreadBytes,
      onEnd: (why) => this.onEnd(why),
    });
    const control = this.connection.channel(CHANNEL.control);
    control.on("message", (message: unknown) => this.receiveControl(message));
    this.timer = setInterval(() => {
      const allowedMs = this.relay === undefined ? GREETING_MS : SILENCE_MS;
      if (performance.now() - this.heardMs > allowedMs) this.end(`it was silent for ${allowedMs / 1_000} s`);
    }, SILENCE_MS / 4);
  }

  /** Whether it has been welcomed and is still connected. */
  get isLinked(): boolean {
    return this.relay !== undefined && !this.hasEnded;
  }

  get unreadBytes(): number {
    return this.connection.unreadBytes;
  }

  send(message: ToGateway): void {
    this.connection.write(encodeFrame(CHANNEL.control, message));
  }

  /**
   * Accepts the gateway: from now on its requests reach the engine, and its questions the main thread.
   * @returns the main thread's end of the channel; it closes once the gateway's lease is over
   */
  accept(relay: EngineRelay, welcome: Welcome): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.relay = relay;
    this.mainPort = port1;
    this.send(welcome);
    this.connection.channel(CHANNEL.engine).on("message", (message: unknown) => {
      relay.send(this, this.host.checker.check(message));
    });
    const main = this.connection.channel(CHANNEL.main);
    main.on("message", (message: unknown) => {
      if (!isPeerMessage(message)) throw new LinkProtocolError("a call that cannot be read");
      port1.postMessage(message);
    });
    port1.on("message", (message: unknown) => main.postMessage(message));
    return port2;
  }

  /** Sends a result of the engine. */
  receive(message: RelayedResult): void {
    this.connection.write(frameOf(message));
  }

  end(why: string): void {
    this.connection.end(why);
  }

  /** The gateway has forgotten everything: it greets again, or has left. */
  endLease(): void {
    clearTimeout(this.leaseTimer);
    this.mainPort?.close();
    this.mainPort = undefined;
  }

  private receiveControl(message: unknown): void {
    this.heardMs = performance.now();
    if (isPulse(message) && this.relay !== undefined) {
      this.seq = message.seq;
      this.host.pulse(this, message);
    } else if (isHello(message) && this.gatewayId === "") {
      this.gatewayId = message.gatewayId;
      this.node = message.node;
      this.version = message.version;
      this.seq = message.afterSeq ?? 0;
      this.host.greet(this, message).catch((error: unknown) => this.end(String(error)));
    } else throw new LinkProtocolError("a greeting or pulse that cannot be read");
  }

  private onEnd(why: string): void {
    this.hasEnded = true;
    clearInterval(this.timer);
    this.relay?.remove(this);
    // It may still use what it knows; nothing that contradicts it may be acknowledged before.
    if (this.mainPort !== undefined) {
      const leftMs = this.heardMs + LEASE_MS + LEASE_MARGIN_MS - performance.now();
      this.leaseTimer = setTimeout(() => this.endLease(), Math.max(0, leftMs));
    }
    this.host.ended(this, why);
  }
}
