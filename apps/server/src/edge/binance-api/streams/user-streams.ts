import type { DurableEvent, EnginePort } from "@candor/domain/engine-port";
import type { MarketKind } from "@candor/domain/enumerations";
import type { ListenKey } from "./listen-keys.ts";
import type { StreamListener } from "./stream-connection.ts";
import type { StreamKeyPort } from "./stream-keys.ts";
import { StreamMessage } from "./stream-message.ts";
import { type UserReport, UserReports } from "./user-reports.ts";

export interface UserStreamPorts {
  readonly engine: Pick<EnginePort, "on">;
  readonly streamKeys: StreamKeyPort;
  /** The exchange's time. */
  readonly now?: () => number;
}

/** A message that is not part of a report of the user's own changes. */
export interface UserMessage {
  readonly userId: number;
  readonly message: object;
}

/** Follows events that concern many users, such as marks. Not called while nobody listens. */
export interface SharedEvents {
  readonly kinds: readonly number[];
  event(event: DurableEvent): void;
  /** Called after each batch, once the users' reports are sent. */
  take(nowMs: number): readonly UserMessage[];
}

/** Builds the user stream events for one kind of market. */
export interface UserEvents {
  readonly kind: MarketKind;
  /** Loads state that events do not carry, when a user's first client subscribes. */
  readonly begin?: (userId: number) => Promise<void>;
  /** Called when the user's last client has gone. */
  readonly end?: (userId: number) => void;
  readonly shared?: SharedEvents;
  of(report: UserReport): Iterable<object>;
}

/** Messages that are built once the user's state is loaded. */
interface Early {
  readonly nowMs: number;
  readonly messages: () => Iterable<object>;
}

interface Listeners {
  readonly connections: Map<StreamListener, Set<string>>;
  /** Reports that wait for what is being loaded. */
  early: Early[];
  /** What is being loaded: the user's state, answers about listen keys. */
  loading: number;
  /** Whether listen keys may have ended since they were checked. */
  isInDoubt: boolean;
}

const NAME = /^[0-9a-f]{64}$/;

/** User data streams: sends account events to clients with a listen key. */
export class UserStreams {
  readonly stop: () => void;
  private readonly ports: UserStreamPorts;
  private readonly events: UserEvents;
  private readonly now: () => number;
  private readonly members = new Map<number, Listeners>();

  constructor(ports: UserStreamPorts, events: UserEvents) {
    this.ports = ports;
    this.events = events;
    this.now = ports.now ?? Date.now;
    const reports = new UserReports(events.kind, (userId) => this.members.has(userId));
    const { shared } = events;
    const unsubscribe = ports.engine.on({
      kinds: [...new Set([...reports.kinds, ...(shared?.kinds ?? [])])],
      begin: () => this.members.size > 0,
      event: (event) => {
        if (shared?.kinds.includes(event.kind) === true) shared.event(event);
        reports.add(event);
      },
      end: () => {
        const nowMs = this.now();
        for (const report of reports.take(nowMs))
          this.heard(report.userId, { nowMs: report.times.nowMs, messages: () => this.events.of(report) });
        for (const { userId, message } of shared?.take(nowMs) ?? [])
          this.heard(userId, { nowMs, messages: () => [message] });
      },
    });
    const forgetKeys = ports.streamKeys.onDoubt((userId) => this.checkKeys(userId));
    this.stop = () => {
      unsubscribe();
      forgetKeys();
    };
  }

  /** See StreamKeyPort.refresh. */
  prepare(names: readonly string[]): Promise<void> | undefined {
    const { streamKeys } = this.ports;
    const asked = names.flatMap((name) => (NAME.test(name) ? (streamKeys.refresh?.(name) ?? []) : []));
    return asked.length === 0 ? undefined : Promise.all(asked).then(() => undefined);
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

  /** Closes all connections that have a user's stream. */
  closeAll(reason: string, code: number): void {
    for (const { connections } of this.members.values())
      for (const connection of connections.keys()) connection.close(reason, code);
  }

  /** Closes connections whose listen keys have expired or were closed. */
  checkAll(): void {
    for (const userId of this.members.keys()) this.checkKeys(userId);
  }

  /** Closes connections whose keys have ended, even when there is nothing to send. Nothing is sent until that is known. */
  private checkKeys(userId: number): void {
    const listeners = this.members.get(userId);
    if (listeners === undefined) return;
    const names = [...listeners.connections.values()].flatMap((each) => [...each]);
    const asked = this.prepare(names);
    if (asked === undefined) this.closeEnded(listeners);
    else {
      listeners.loading += 1;
      listeners.isInDoubt = true;
      const loaded = (): void => this.loaded(userId, listeners);
      // If nobody answers, the thread that knows the keys has ended, which ends the server.
      asked.then(loaded, loaded);
    }
  }

  private closeEnded({ connections }: Listeners): void {
    for (const [connection, names] of connections)
      for (const name of names)
        if (this.validKey(name) === undefined) connection.streamEnded(name, this.now());
  }

  private begin(userId: number): Listeners {
    const listeners: Listeners = { connections: new Map(), early: [], loading: 0, isInDoubt: false };
    this.members.set(userId, listeners);
    if (this.events.begin === undefined) return listeners;
    listeners.loading += 1;
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
    this.loaded(userId, listeners);
    if (!this.members.has(userId)) this.events.end?.(userId);
  }

  /** Sends what waited, unless something else is still being loaded. */
  private loaded(userId: number, listeners: Listeners): void {
    listeners.loading -= 1;
    if (listeners.loading > 0) return;
    if (listeners.isInDoubt) this.closeEnded(listeners);
    listeners.isInDoubt = false;
    const { early } = listeners;
    listeners.early = [];
    if (this.members.get(userId) === listeners) for (const each of early) this.tell(listeners, each);
  }

  private heard(userId: number, early: Early): void {
    const listeners = this.members.get(userId);
    if (listeners === undefined) return;
    if (listeners.loading > 0) listeners.early.push(early);
    else this.tell(listeners, early);
  }

  private tell({ connections }: Listeners, { nowMs, messages }: Early): void {
    for (const event of messages()) {
      for (const [connection, names] of connections) {
        for (const name of names) {
          if (this.validKey(name) !== undefined) connection.send(new StreamMessage(name, event));
          // Expired, closed, its API key revoked, or its user frozen. Checked before each message.
          else connection.streamEnded(name, nowMs);
        }
      }
    }
  }

  private validKey(name: string): ListenKey | undefined {
    const key = NAME.test(name) ? this.ports.streamKeys.find(name) : undefined;
    return key?.kind === this.events.kind ? key : undefined;
  }
}
