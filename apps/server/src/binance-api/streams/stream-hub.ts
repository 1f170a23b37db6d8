import type { MarketStream } from "./market-stream.ts";
import type { StreamConnection } from "./stream-connection.ts";
import { StreamMessage } from "./stream-message.ts";
import type { UserStreams } from "./user-streams.ts";

interface Active {
  readonly stream: MarketStream;
  readonly members: Set<StreamConnection>;
}

/** The streams of users, the public ones with at least one listener, and the clock that sends what they have. */
export class StreamHub {
  private readonly make: (name: string) => MarketStream | undefined;
  private readonly users: UserStreams;
  private readonly active = new Map<string, Active>();
  private ticks = 0;

  constructor(make: (name: string) => MarketStream | undefined, users: UserStreams) {
    this.make = make;
    this.users = users;
  }

  /** False: there is no such stream. */
  subscribe(connection: StreamConnection, name: string): boolean {
    const known = this.active.get(name);
    const stream = known?.stream ?? this.make(name);
    if (stream === undefined) return this.users.subscribe(connection, name);
    if (known === undefined) {
      stream.start();
      this.active.set(name, { stream, members: new Set([connection]) });
    } else known.members.add(connection);
    connection.names.add(name);
    return true;
  }

  unsubscribe(connection: StreamConnection, name: string): void {
    connection.names.delete(name);
    this.users.unsubscribe(connection, name);
    const known = this.active.get(name);
    known?.members.delete(connection);
    if (known === undefined || known.members.size > 0) return;
    known.stream.stop();
    this.active.delete(name);
  }

  tick(nowMs: number): void {
    this.ticks += 1;
    for (const [name, { stream, members }] of this.active) {
      if (this.ticks % stream.paceTicks !== 0) continue;
      for (const event of stream.collect(nowMs)) {
        const message = new StreamMessage(name, event);
        for (const member of members) member.send(message);
      }
    }
  }
}
