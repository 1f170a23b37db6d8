import type { EnginePort } from "@candor/domain/engine-port";
import type { MarketKind } from "@candor/domain/enumerations";
import type { Identity } from "../../../people/identity/identity-service.ts";
import { isBlocked } from "../../../people/identity/is-blocked.ts";
import type { ListenKey, ListenKeys } from "./listen-keys.ts";
import type { StreamListener } from "./stream-connection.ts";
import { StreamMessage } from "./stream-message.ts";
import { type UserReport, UserReports } from "./user-reports.ts";

export interface UserStreamPorts {
  readonly engine: Pick<EnginePort, "on">;
  readonly identity: Pick<Identity, "user" | "onApiKeysEnded">;
  readonly listenKeys: ListenKeys;
}

/** Builds the user stream events for one kind of market. */
export interface UserEvents {
  readonly kind: MarketKind;
  /** Loads state that events do not carry, when a user's first client subscribes. */
  readonly begin?: (userId: number) => Promise<void>;
  /** Called when the user's last client has gone. */
  readonly end?: (userId: number) => void;
  of(report: UserReport): Iterable<object>;
}

interface Listeners {
  readonly connections: Map<StreamListener, Set<string>>;
  /** Reports received before the user's state was loaded; undefined once it is loaded. */
  early: UserReport[] | undefined;
}

const NAME = /^[0-9a-f]{64}$/;

/** User data streams: sends account events to clients with a listen key. */
export class UserStreams {
  readonly stop: () => void;
  private readonly ports: UserStreamPorts;
  private readonly events: UserEvents;
  private readonly members = new Map<number, Listeners>();

  constructor(ports: UserStreamPorts, events: UserEvents) {
    this.ports = ports;
    this.events = events;
    const reports = new UserReports(events.kind, (userId) => this.members.has(userId));
    const unsubscribe = ports.engine.on({
      kinds: reports.kinds,
      begin: () => this.members.size > 0,
      event: (event) => reports.add(event),
      end: () => {
        for (const report of reports.take(Date.now())) this.heard(report);
      },
    });
    const forgetKeys = ports.identity.onApiKeysEnded(({ userId }) => this.closeEnded(userId));
    this.stop = () => {
      unsubscribe();
      forgetKeys();
    };
  }

  /** Returns false when the name is not a valid listen key. */
  subscribe(connection: StreamListener, name: string): boolean {
    const key = this.validKey(name);
    if (key === undefined) return false;
    const { connections } = this.members.get(key.userId) ?? this.begin(key.userId);
    connections.set(connection, (connections.get(connection) ?? new Set()).add(name));
    connection.names.add(name);
    return true;
  }

  unsubscribe(connection: StreamListener, name: string): void {
    for (const [userId, { connections }] of this.members) {
      const names = connections.get(connection);
      if (names?.delete(name) === true && names.size === 0) connections.delete(connection);
      if (connections.size > 0) continue;
      this.members.delete(userId);
      this.events.end?.(userId);
    }
  }

  /** Closes connections whose API key has ended, even when there is nothing to send. */
  private closeEnded(userId: number): void {
    for (const [connection, names] of this.members.get(userId)?.connections ?? [])
      if ([...names].some((name) => this.validKey(name) === undefined)) connection.close("listenKey expired");
  }

  private begin(userId: number): Listeners {
    const listeners: Listeners = { connections: new Map(), early: undefined };
    this.members.set(userId, listeners);
    if (this.events.begin === undefined) return listeners;
    listeners.early = [];
    void this.learn(userId, listeners, this.events.begin);
    return listeners;
  }

  private async learn(
    userId: number,
    listeners: Listeners,
    begin: (userId: number) => Promise<void>,
  ): Promise<void> {
    try {
      await begin(userId);
    } catch {
      // Without the engine there are no events; clients reconnect and start over.
      for (const connection of listeners.connections.keys()) connection.close("not available");
      return;
    }
    const { early = [] } = listeners;
    listeners.early = undefined;
    const isThere = this.members.get(userId) === listeners;
    if (isThere) for (const report of early) this.tell(listeners, report);
    else if (!this.members.has(userId)) this.events.end?.(userId);
  }

  private heard(report: UserReport): void {
    const listeners = this.members.get(report.userId);
    if (listeners?.early !== undefined) listeners.early.push(report);
    else if (listeners !== undefined) this.tell(listeners, report);
  }

  private tell({ connections }: Listeners, report: UserReport): void {
    for (const event of this.events.of(report)) {
      for (const [connection, names] of connections) {
        for (const name of names) {
          if (this.validKey(name) !== undefined) connection.send(new StreamMessage(name, event));
          // Expired, closed, its API key revoked, or its user frozen. Checked before each message.
          else connection.close("listenKey expired");
        }
      }
    }
  }

  private validKey(name: string): ListenKey | undefined {
    const key = NAME.test(name) ? this.ports.listenKeys.find(name) : undefined;
    if (key?.kind !== this.events.kind) return undefined;
    const user = this.ports.identity.user(key.userId);
    if (user === undefined || isBlocked(user)) return undefined;
    return user.apiKeys.some(({ apiKeyId }) => apiKeyId === key.apiKeyId) ? key : undefined;
  }
}
