import { isOwnMachine, networkLevels } from "./network-of.ts";
import { SharedTable, type TableShape } from "./shared-table.ts";

/** Room for a quarter of a million addresses at a time; untouched memory costs nothing. */
const SHAPE: TableShape = { buckets: 8_192, ways: 64, words: 1 };

/** `AddressCounts` that several threads share. */
export class SharedAddressCounts {
  private readonly table: SharedTable;

  static memory(): SharedArrayBuffer {
    return SharedTable.memory(SHAPE);
  }

  constructor(memory: SharedArrayBuffer) {
    this.table = new SharedTable(memory, SHAPE);
  }

  /** Counts a connection unless `max` of its address are open; returns false if it exceeds the limit. */
  enter(address: string, max: number): boolean {
    if (isOwnMachine(address)) return true;
    const levels = networkLevels(address);
    for (const [at, { key, factor }] of levels.entries())
      if (!this.add(key, max * factor)) {
        for (const { key: counted } of levels.slice(0, at)) this.remove(counted);
        return false;
      }
    return true;
  }

  /** Call once for every accepted connection. */
  leave(address: string): void {
    if (isOwnMachine(address)) return;
    for (const { key } of networkLevels(address)) this.remove(key);
  }

  private add(key: string, max: number): boolean {
    const { table } = this;
    const { cells } = table;
    const bucket = table.lock(key);
    let at = table.find(bucket);
    if (at < 0) {
      const free = table.candidate(bucket, (words) => -(cells[words] as number));
      // Full of open connections, which takes more of them than a process can have.
      const isFull = !table.isUnused(free) && (cells[free] as number) > 0;
      at = isFull ? -1 : table.replace(free);
    }
    const isAdmitted = at >= 0 && (cells[at] as number) < max;
    if (isAdmitted) cells[at] = (cells[at] as number) + 1;
    table.unlock(bucket);
    return isAdmitted;
  }

  private remove(key: string): void {
    const { table } = this;
    const { cells } = table;
    const bucket = table.lock(key);
    const at = table.find(bucket);
    if (at >= 0 && (cells[at] as number) > 0) cells[at] = (cells[at] as number) - 1;
    table.unlock(bucket);
  }
}
