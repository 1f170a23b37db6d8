import { LiveStore } from "./live-store.ts";
import type { Loader } from "./loader.ts";
import type { Pulse } from "./pulse.ts";
import type { SocketClient } from "./socket-client.ts";
import type { BoundMessage, PrivateMessage } from "./socket-messages.ts";

/** The private part of the connection. */
export type PrivateSource = Pick<SocketClient, "onPrivate" | "onBound">;

/**
 * One user's data while watched: fetched first and after each bind, then updated by private messages. Messages received
 * while another user is logged in are ignored.
 */
export abstract class UserStore<Snapshot> extends LiveStore<Snapshot> {
  protected abstract readonly loader: Pick<Loader<unknown>, "failure" | "load" | "stop">;
  private readonly client: PrivateSource;
  private readonly isCurrent: () => boolean;
  private stops: (() => void)[] = [];

  /** @param isCurrent whether this store's user is logged in */
  protected constructor(client: PrivateSource, pulse: Pulse, initial: Snapshot, isCurrent: () => boolean) {
    super(pulse, initial);
    this.client = client;
    this.isCurrent = isCurrent;
  }

  /** Why the last load failed. */
  get failure(): unknown {
    return this.loader.failure;
  }

  reload(): void {
    this.loader.load();
  }

  protected override start(): void {
    this.stops = [
      this.client.onPrivate((message) => {
        if (this.isCurrent()) this.receive(message);
      }),
      this.client.onBound((bound) => {
        if (bound.private && this.isCurrent()) this.bound(bound);
      }),
    ];
    this.loader.load();
  }

  protected override stop(): void {
    for (const stop of this.stops) stop();
    this.stops = [];
    this.loader.stop();
  }

  protected bound(_bound: BoundMessage): void {
    this.loader.load();
  }

  protected abstract receive(message: PrivateMessage): void;
}
