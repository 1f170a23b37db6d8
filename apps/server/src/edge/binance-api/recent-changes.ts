import { BoundedMap } from "../../kit/bounded-map.ts";

/** Lists with changes, over all users. */
const MAX_LISTS = 20_000;
/** Changes of a list; the oldest are dropped. */
const MAX_CHANGES = 1_000;

/** Changes that programs made since the server started, by what they changed. They are only kept in memory. */
class RecentChanges<Change> {
  private readonly lists = new BoundedMap<string, Change[]>(MAX_LISTS);

  add(userId: number, what: string | number, change: Change): void {
    const list = this.of(userId, what);
    this.lists.set(keyOf(userId, what), [...list, change].slice(-MAX_CHANGES));
  }

  /** Oldest first. */
  of(userId: number, what: string | number): readonly Change[] {
    return this.lists.get(keyOf(userId, what)) ?? [];
  }
}

const keyOf = (userId: number, what: string | number): string => `${userId} ${what}`;

/** Margin that a user added to a position (1) or removed from it (2). */
export interface MarginChange {
  readonly timeMs: number;
  readonly positionSide: string;
  readonly type: 1 | 2;
  readonly amount: string;
}

/** What programs changed. */
export class ChangeRegisters {
  /** By the contract's name. */
  readonly margins = new RecentChanges<MarginChange>();
}
