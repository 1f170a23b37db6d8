import type { StreamConnection, StreamListener } from "../streams/stream-connection.ts";
import type { StreamHub } from "../streams/stream-hub.ts";
import { StreamMessage } from "../streams/stream-message.ts";
import type { ApiKeyPort, HeldStream } from "./api-key-port.ts";

/** A user's events on a WebSocket API connection, each wrapped with the subscription's number. */
export class UserSubscription implements StreamListener {
  readonly names = new Set<string>();
  /** Whether the connection's logon made it, so that it ends with the logon. */
  readonly isOfLogon: boolean;
  private readonly id: number;
  private readonly connection: StreamConnection;
  private readonly held: HeldStream;
  private readonly ports: SubscriptionPorts;

  constructor(
    id: number,
    connection: StreamConnection,
    { held, isOfLogon }: OpenedSubscription,
    ports: SubscriptionPorts,
  ) {
    this.id = id;
    this.isOfLogon = isOfLogon;
    this.connection = connection;
    this.held = held;
    this.ports = ports;
    ports.hub.subscribe(this, held.listenKey);
  }

  get userId(): number {
    return this.held.userId;
  }

  send(message: StreamMessage): void {
    this.connection.write(message.subscriptionFrame(this.id, this.connection.inMicroseconds));
  }

  /** Called when its API key has been removed or its user frozen, or when events were missed. */
  close(reason: string, code?: number): void {
    this.connection.close(reason, code);
  }

  /** Its key was removed, so the whole connection closes. */
  streamEnded(_listenKey: string, nowMs: number): void {
    this.send(new StreamMessage("", { e: "eventStreamTerminated", E: nowMs }));
    this.connection.close("listenKey expired");
  }

  /** Ends it and says so: the program keeps its connection. */
  terminate(nowMs: number): void {
    this.end();
    this.send(new StreamMessage("", { e: "eventStreamTerminated", E: nowMs }));
  }

  end(): void {
    this.ports.hub.unsubscribe(this, this.held.listenKey);
    this.ports.keys.endStream(this.held);
  }
}

/** A stream, and how it was opened. */
export interface OpenedSubscription {
  readonly held: HeldStream;
  readonly isOfLogon: boolean;
}

interface SubscriptionPorts {
  readonly keys: Pick<ApiKeyPort, "endStream">;
  readonly hub: Pick<StreamHub, "subscribe" | "unsubscribe">;
}
