import { networkLevels } from "../../kit/limits/network-of.ts";

/** Concurrent file downloads, in total, per user, and per network (an IPv4 /24 or an IPv6 /48). */
export interface FilePlaceLimits {
  readonly all: number;
  readonly user: number;
  readonly network: number;
}

/** Slots for files being sent, so that no client can occupy all of them. */
export class FilePlaces {
  private readonly limits: FilePlaceLimits;
  private readonly taken = new Map<string, number>();

  constructor(limits: FilePlaceLimits) {
    this.limits = limits;
  }

  /** Takes a slot. @returns a function that releases it once, or `undefined` if no slot is free for this caller */
  take(userId: number, address: string): (() => void) | undefined {
    const keys = [
      ["all", this.limits.all],
      [`user ${userId}`, this.limits.user],
      [`network ${networkLevels(address).at(-1)?.key ?? ""}`, this.limits.network],
    ] as const;
    if (keys.some(([key, most]) => (this.taken.get(key) ?? 0) >= most)) return undefined;
    for (const [key] of keys) this.add(key, 1);
    let isTaken = true;
    return () => {
      if (isTaken) for (const [key] of keys) this.add(key, -1);
      isTaken = false;
    };
  }

  private add(key: string, change: 1 | -1): void {
    const count = (this.taken.get(key) ?? 0) + change;
    if (count > 0) this.taken.set(key, count);
    else this.taken.delete(key);
  }
}
