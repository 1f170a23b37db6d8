import type { RecordedState } from "../../kit/durable/record-store.ts";
import { unknownRecord } from "../../kit/durable/unknown-record.ts";
import type { Item } from "./content-item.ts";
import type { ContentRecord } from "./content-records.ts";

/**
 * Items written or changed by editors, over those that ship with the program, and what was read. An unchanged built-in
 * item is not recorded: it follows the program's next version.
 */
export class ContentState implements RecordedState<ContentRecord> {
  outdated = 0;
  private readonly seeds: ReadonlyMap<string, Item>;
  private readonly kept = new Map<string, Item>();
  private readonly removed = new Set<string>();
  private readonly readBy = new Map<number, Set<string>>();

  constructor(seeds: readonly Item[]) {
    this.seeds = new Map(seeds.map((item) => [item.id, item]));
  }

  item(id: string): Item | undefined {
    return this.kept.get(id) ?? (this.removed.has(id) ? undefined : this.seeds.get(id));
  }

  *items(): Generator<Item> {
    for (const seed of this.seeds.values())
      if (!this.kept.has(seed.id) && !this.removed.has(seed.id)) yield seed;
    yield* this.kept.values();
  }

  /** Number of records the current state needs. */
  get size(): number {
    return this.kept.size + this.removed.size + this.readBy.size;
  }

  hasRead(userId: number, id: string): boolean {
    return this.readBy.get(userId)?.has(id) ?? false;
  }

  apply(record: ContentRecord): void {
    switch (record.type) {
      case "kept":
        if (this.kept.has(record.item.id)) this.outdated++;
        this.removed.delete(record.item.id);
        this.kept.set(record.item.id, record.item);
        return;
      case "removed":
        this.outdated += 2;
        this.kept.delete(record.id);
        // Only built-in items would reappear at the next start, so only their removal is stored.
        if (this.seeds.has(record.id)) this.removed.add(record.id);
        return;
      case "read": {
        const ids = this.readBy.get(record.userId) ?? new Set<string>();
        if (ids.size > 0) this.outdated++;
        for (const id of record.ids) ids.add(id);
        this.readBy.set(record.userId, ids);
        return;
      }
      default:
        unknownRecord("content", record);
    }
  }

  *dump(): Generator<ContentRecord> {
    for (const id of this.removed) yield { type: "removed", id };
    for (const item of this.kept.values()) yield { type: "kept", item };
    for (const [userId, read] of this.readBy) {
      const ids = [...read].filter((id) => this.item(id) !== undefined);
      if (ids.length > 0) yield { type: "read", userId, ids };
    }
  }

  rewritten(): void {
    this.outdated = 0;
  }
}
