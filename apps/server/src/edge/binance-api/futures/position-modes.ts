import { commandIndex } from "@candor/codec/command-layout";
import { LAYOUT } from "@candor/codec/event-layouts";
import { EVENT } from "@candor/codec/event-record";
import type { EnginePort } from "@candor/domain/engine-port";
import { BoundedMap } from "../../../kit/bounded-map.ts";

const MAX_USERS = 100_000;
const { command: COMMAND, userId: USER_ID } = LAYOUT.executed.at;
const SET_POSITION_MODE = commandIndex("set-position-mode");

/** Which users trade contracts in hedge mode. An order must be checked against it, without a question to the engine. */
export class PositionModes {
  private readonly engine: Pick<EnginePort, "accountView">;
  private readonly known = new BoundedMap<number, boolean>(MAX_USERS);
  /** Counts the changes of modes: an answer from before one is not kept. */
  private changes = 0;
  /** Orders that are on their way to the exchange, by user. */
  private readonly placing = new Map<number, Set<Promise<unknown>>>();
  /** Changes that are in progress, by user. */
  private readonly changing = new Map<number, Promise<void>>();

  constructor(engine: Pick<EnginePort, "accountView" | "on">) {
    this.engine = engine;
    engine.on({
      kinds: [EVENT.executed],
      event: (event) => {
        if (event.field(COMMAND) === SET_POSITION_MODE) this.forget(event.field(USER_ID));
      },
    });
  }

  async isHedged(userId: number): Promise<boolean> {
    const known = this.known.get(userId);
    if (known !== undefined) return known;
    const { changes } = this;
    const { isHedged = false } = await this.engine.accountView(userId);
    if (changes === this.changes) this.known.set(userId, isHedged);
    return isHedged;
  }

  /**
   * Places an order for the mode that `place` finds: it waits for a change that is in progress, and a later change waits for
   * it. So an order is never accepted in another mode than that of its check.
   */
  async placeIn<T>(userId: number, place: () => Promise<T>): Promise<T> {
    // The check and the next lines are one step: nothing may be awaited if no change is in progress.
    let change = this.changing.get(userId);
    while (change !== undefined) {
      await change;
      change = this.changing.get(userId);
    }
    const others = this.placing.get(userId) ?? new Set<Promise<unknown>>();
    this.placing.set(userId, others);
    const placed = place();
    others.add(placed);
    try {
      return await placed;
    } finally {
      others.delete(placed);
      if (others.size === 0) this.placing.delete(userId);
    }
  }

  /** Changes the mode once the orders that are on their way have been answered. */
  async change<T>(userId: number, perform: () => Promise<T>): Promise<T> {
    let change = this.changing.get(userId);
    while (change !== undefined) {
      await change;
      change = this.changing.get(userId);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.changing.set(userId, promise);
    try {
      const others = this.placing.get(userId);
      if (others !== undefined) await Promise.allSettled(others);
      return await perform();
    } finally {
      this.forget(userId);
      this.changing.delete(userId);
      resolve();
    }
  }

  /** The user's mode is changing, or has changed. */
  forget(userId: number): void {
    this.changes++;
    this.known.delete(userId);
  }
}
