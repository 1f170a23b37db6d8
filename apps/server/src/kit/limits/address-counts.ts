import { isOwnMachine, networkLevels } from "./network-of.ts";

/** Open connections by network address; larger networks it belongs to have higher limits. Loopback is not counted. */
export class AddressCounts {
  private readonly counts = new Map<string, number>();

  /** Counts a connection unless `max` of its address are open; returns false if it exceeds the limit. */
  enter(address: string, max: number): boolean {
    if (isOwnMachine(address)) return true;
    const levels = networkLevels(address);
    if (levels.some(({ key, factor }) => (this.counts.get(key) ?? 0) >= max * factor)) return false;
    for (const { key } of levels) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    return true;
  }

  /** Call once for every accepted connection. */
  leave(address: string): void {
    if (isOwnMachine(address)) return;
    for (const { key } of networkLevels(address)) {
      const count = (this.counts.get(key) ?? 0) - 1;
      if (count > 0) this.counts.set(key, count);
      else this.counts.delete(key);
    }
  }
}
