import type { CallReply } from "@candor/wire/calls";
import type { MessageKey } from "../../i18n/message-keys.ts";

type Info = CallReply<"verification">["veriInfo"];
export type Level = 1 | 2;
/** "closed": the previous level must pass first. */
export type LevelState = "closed" | "open" | "pending" | "passed" | "refused";

/** Returns the status of a level, from the highest passed level and the latest submission. */
export function stateOf(level: Level, verification: number, info: Info): LevelState {
  if (verification >= level) return "passed";
  if (verification < level - 1) return "closed";
  if (info.level !== level) return "open";
  return info.status === "pending" || info.status === "refused" ? info.status : "open";
}

/** Returns the current level: the first not passed; null if both are. */
export const nextLevel = (verification: number): Level | null =>
  verification === 0 ? 1 : verification === 1 ? 2 : null;

/** Returns the label of a user's verification: the level passed, or the status of the newest submission. */
export function verificationWords(verification: number, info: Info): MessageKey {
  const next = nextLevel(verification);
  const state = next === null ? "passed" : stateOf(next, verification, info);
  if (state === "pending") return "verify.statePending";
  if (verification === 0) return state === "refused" ? "verify.stateRefused" : "me.notVerified";
  return verification === 1 ? "verify.realName" : "verify.advanced";
}
