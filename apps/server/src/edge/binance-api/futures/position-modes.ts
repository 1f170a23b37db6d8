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

  /** The user's mode is changing, or has changed. */
  forget(userId: number): void {
    this.changes++;
    this.known.delete(userId);
  }
}
