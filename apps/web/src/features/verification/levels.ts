import type { CallReply } from "@candor/wire/calls";
import type { MessageKey } from "../../i18n/message-keys.ts";

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

/** How a user's verification stands, in one word: the level passed, or what became of the newest submission. */
export function verificationWords(verification: number, info: Info): MessageKey {
  const next = nextLevel(verification);
  const state = next === null ? "passed" : stateOf(next, verification, info);
  if (state === "pending") return "verify.statePending";
  if (verification === 0) return state === "refused" ? "verify.stateRefused" : "me.notVerified";
  return verification === 1 ? "verify.realName" : "verify.advanced";
}
