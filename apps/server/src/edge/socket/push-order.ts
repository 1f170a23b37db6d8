import type { ServerMessage } from "./server-message.ts";

/** A message, or one that must be waited for; `undefined` if it could not be written. */
export type Pending = ServerMessage | Promise<ServerMessage | undefined>;

/** Keeps the order of each user's messages when one of them must be waited for: the ones after it wait too. */
export class PushOrder {
  private readonly deliver: (userId: number, messages: readonly ServerMessage[]) => void;
  private readonly waiting = new Map<number, Promise<void>>();

  /** @param deliver sends messages to a user's connections */
  constructor(deliver: (userId: number, messages: readonly ServerMessage[]) => void) {
    this.deliver = deliver;
  }

  push(userId: number, messages: readonly Pending[]): void {
    if (messages.every((message) => !(message instanceof Promise)))
      this.after(userId, () => this.deliver(userId, messages as readonly ServerMessage[]));
    else this.wait(userId, messages);
  }

  /** Sends something to a user after everything that waits for them; at once if nothing does. */
  after(userId: number, send: () => void): void {
    const earlier = this.waiting.get(userId);
    if (earlier === undefined) send();
    else this.follow(userId, sendAfter(earlier, send));
  }

  private wait(userId: number, messages: readonly Pending[]): void {
    this.follow(userId, this.deliverAll(userId, this.waiting.get(userId), messages));
  }

  private async deliverAll(
    userId: number,
    earlier: Promise<void> | undefined,
    messages: readonly Pending[],
  ): Promise<void> {
    const all = await Promise.all(messages.map((message) => Promise.resolve(message)));
    await earlier;
    this.deliver(
      userId,
      all.filter((message) => message !== undefined),
    );
  }

  private follow(userId: number, sent: Promise<void>): void {
    this.waiting.set(userId, sent);
    void this.forget(userId, sent);
  }

  private async forget(userId: number, sent: Promise<void>): Promise<void> {
    await sent;
    if (this.waiting.get(userId) === sent) this.waiting.delete(userId);
  }
}

async function sendAfter(earlier: Promise<void>, send: () => void): Promise<void> {
  await earlier;
  send();
}
