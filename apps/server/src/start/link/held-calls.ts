import type { MessageEndpoint } from "../../kit/link/message-endpoint.ts";
import { type Remote, ThreadGoneError, ThreadPeer } from "../../kit/threads/thread-peer.ts";
import type { LinkedGatewayMethods, LinkedMainMethods } from "../gateways/gateway-messages.ts";
import { HOLD_MS } from "./link-messages.ts";

/** Methods that must not be repeated: the first call may have been executed. */
const AT_MOST_ONCE: ReadonlySet<keyof LinkedMainMethods> = new Set([
  "apiCall",
  "claimReplacement",
  "holdStream",
]);

type Peer = ThreadPeer<LinkedGatewayMethods, LinkedMainMethods>;

/**
 * The main thread's methods as a gateway process calls them. Most of them only read, or do nothing when repeated: a call whose
 * link is lost is made again with the next one. After HOLD_MS without an answer it rejects with ThreadGoneError, and so
 * does one of AT_MOST_ONCE whose link is lost before the answer.
 */
export class HeldCalls {
  readonly main: Remote<LinkedMainMethods>;
  private readonly own: LinkedGatewayMethods;
  private peer: Peer | undefined;
  private waiting: { readonly resolve: (peer: Peer) => void; readonly untilMs: number }[] = [];

  constructor(own: LinkedGatewayMethods) {
    this.own = own;
    this.main = new Proxy({} as Remote<LinkedMainMethods>, {
      get:
        (_, name) =>
        (...parameters: unknown[]) =>
          this.call(String(name), parameters),
    });
  }

  link(channel: MessageEndpoint): void {
    const peer: Peer = new ThreadPeer(channel, this.own);
    this.peer = peer;
    for (const { resolve } of this.waiting.splice(0)) resolve(peer);
  }

  unlink(): void {
    this.peer = undefined;
  }

  /** Resolves with whether there is a link, once there is one or after `waitMs`. */
  async isLinked(waitMs: number): Promise<boolean> {
    if (this.peer !== undefined) return true;
    if (waitMs <= 0) return false;
    return this.nextPeer(performance.now() + waitMs).then(
      () => true,
      () => false,
    );
  }

  private async call(name: string, parameters: readonly unknown[]): Promise<unknown> {
    const untilMs = performance.now() + HOLD_MS;
    for (;;) {
      const peer = this.peer ?? (await this.nextPeer(untilMs));
      try {
        const method = peer.other[name] as (...given: readonly unknown[]) => Promise<unknown>;
        return await method(...parameters);
      } catch (error) {
        const isLost = error instanceof ThreadGoneError;
        if (!isLost || AT_MOST_ONCE.has(name) || performance.now() > untilMs) throw error;
        if (this.peer === peer) this.peer = undefined;
      }
    }
  }

  private nextPeer(untilMs: number): Promise<Peer> {
    return new Promise((resolve, reject) => {
      const waiter = {
        untilMs,
        resolve: (peer: Peer): void => {
          clearTimeout(timer);
          resolve(peer);
        },
      };
      const timer = setTimeout(
        () => {
          this.waiting = this.waiting.filter((each) => each !== waiter);
          reject(new ThreadGoneError());
        },
        Math.max(0, untilMs - performance.now()),
      );
      this.waiting.push(waiter);
    });
  }
}
