import type { LiveApiKey } from "../../../people/identity/api-keys/api-key-register.ts";
import type { ListenKeys } from "../streams/listen-keys.ts";
import type { StreamConnection, StreamListener } from "../streams/stream-connection.ts";
import type { StreamHub } from "../streams/stream-hub.ts";
import type { StreamMessage } from "../streams/stream-message.ts";

/** A user's events on a WebSocket API connection, each wrapped with the subscription's number. */
export class UserSubscription implements StreamListener {
  readonly names = new Set<string>();
  private readonly id: number;
  private readonly connection: StreamConnection;
  private readonly apiKeyId: string;
  private readonly ports: SubscriptionPorts;
  private readonly listenKey: string;

  constructor(
    id: number,
    connection: StreamConnection,
    { userId, apiKeyId }: Pick<LiveApiKey, "userId" | "apiKeyId">,
    ports: SubscriptionPorts,
  ) {
    this.id = id;
    this.connection = connection;
    this.apiKeyId = apiKeyId;
    this.ports = ports;
    this.listenKey = ports.listenKeys.hold(userId, apiKeyId);
    ports.hub.subscribe(this, this.listenKey);
  }

  send(message: StreamMessage): void {
    this.connection.write(message.subscriptionFrame(this.id));
  }

  /** Called when its API key has been removed or its user frozen. */
  close(reason: string): void {
    this.connection.close(reason);
  }

  end(): void {
    this.ports.hub.unsubscribe(this, this.listenKey);
    this.ports.listenKeys.close(this.listenKey, this.apiKeyId);
  }
}

interface SubscriptionPorts {
  readonly listenKeys: ListenKeys;
  readonly hub: Pick<StreamHub, "subscribe" | "unsubscribe">;
}
