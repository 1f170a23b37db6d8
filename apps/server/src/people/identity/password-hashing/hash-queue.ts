import { networkLevels } from "../../../kit/limits/network-of.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { HashPlace } from "./hash-place.ts";
import { HasherBusyError } from "./hasher-busy-error.ts";

const FIRST_GUESS_MS = 50;
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** Weight of the newest hash in the moving average of hash time. */
const NEWEST_WEIGHT = 0.1;

interface Entry<Job> {
  readonly account: string;
  readonly job: Job;
}

/**
 * The hashes waiting in one lane. Networks take turns, so the wait depends on the number of networks and not of
 * requests. Bounded in total, per network, and to one per account within a network.
 */
export class HashQueue<Job> {
  /** Jobs by network, in round-robin order. */
  private readonly networks = new Map<string, Entry<Job>[]>();
  private waiting = 0;
  private refused = 0;
  private meanMs = FIRST_GUESS_MS;

  get size(): number {
    return this.waiting;
  }

  /** Requests rejected since the start. */
  get refusals(): number {
    return this.refused;
  }

  /** Throws HasherBusyError. */
  add({ account, address }: Pick<HashPlace, "account" | "address">, job: Job): void {
    const network = networkLevels(address).at(-1)?.key ?? "";
    const own = this.networks.get(network) ?? [];
    const isFull =
      this.waiting >= IDENTITY_LIMITS.maxWaitingHashes ||
      own.length >= IDENTITY_LIMITS.maxWaitingHashesOfNetwork ||
      own.some((entry) => entry.account === account);
    if (isFull) {
      this.refused++;
      throw new HasherBusyError(this.retryAfterMs());
    }
    own.push({ account, job });
    this.networks.set(network, own);
    this.waiting++;
  }

  take(): Job | undefined {
    for (const [network, own] of this.networks) {
      const entry = own.shift();
      this.networks.delete(network);
      if (own.length > 0) this.networks.set(network, own);
      if (entry === undefined) continue;
      this.waiting--;
      return entry.job;
    }
    return undefined;
  }

  /** Records how long a hash in this lane took. */
  took(milliseconds: number): void {
    this.meanMs += (milliseconds - this.meanMs) * NEWEST_WEIGHT;
  }

  /** Time until half of the queue is done. */
  private retryAfterMs(): number {
    return Math.ceil(Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, (this.waiting * this.meanMs) / 2)));
  }
}
