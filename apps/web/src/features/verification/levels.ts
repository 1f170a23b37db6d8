import type { CallReply } from "@candor/protocol/wire/calls";

type Info = CallReply<"verification">["veriInfo"];
export type Level = 1 | 2;
/** "closed": the level before it has to pass first. */
export type LevelState = "closed" | "open" | "pending" | "passed" | "refused";

/** How one level stands, from what the wire tells: the highest level passed and the latest submission. */
export function stateOf(level: Level, verification: number, info: Info): LevelState {
  if (verification >= level) return "passed";
  if (verification < level - 1) return "closed";
  if (info.level !== level) return "open";
  return info.status === "pending" || info.status === "refused" ? info.status : "open";
}

/** The level that can be worked on now: the first that has not passed; null when both have. */
export const nextLevel = (verification: number): Level | null =>
  verification === 0 ? 1 : verification === 1 ? 2 : null;
