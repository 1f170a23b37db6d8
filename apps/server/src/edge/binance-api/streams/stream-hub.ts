import type { MarketStream } from "./market-stream.ts";
import type { StreamListener } from "./stream-connection.ts";
import { StreamMessage } from "./stream-message.ts";
import type { UserStreams } from "./user-streams.ts";

interface Active {
  readonly stream: MarketStream;
  readonly members: Set<StreamListener>;
}

/** User streams, public streams with at least one listener, and the clock that sends their events. */
export class StreamHub {
  private readonly make: (name: string) => MarketStream | undefined;
  private readonly users: UserStreams;
  private readonly active = new Map<string, Active>();
  private ticks = 0;

  constructor(make: (name: string) => MarketStream | undefined, users: UserStreams) {
    this.make = make;
    this.users = users;
  }

  /**
   * Makes known whose streams these are, before a subscription.
   * @returns `undefined` if that is known; otherwise it is in the turn of the event loop in which the promise resolves
   */
  prepare(names: readonly string[]): Promise<void> | undefined {
    return this.users.prepare(names);
  }

  /** Returns false if there is no such stream. */
  subscribe(listener: StreamListener, name: string): boolean {
    const known = this.active.get(name);
    const stream = known?.stream ?? this.make(name);
    if (stream === undefined) return this.users.subscribe(listener, name);
    if (known === undefined) {
      stream.start();
      this.active.set(name, { stream, members: new Set([listener]) });
    } else known.members.add(listener);
    listener.names.add(name);
    for (const event of stream.greeting?.() ?? []) listener.send(new StreamMessage(name, event));
    return true;
  }

  unsubscribe(listener: StreamListener, name: string): void {
    listener.names.delete(name);
    this.users.unsubscribe(listener, name);
    const known = this.active.get(name);
    known?.members.delete(listener);
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
