import { LIMITS } from "@candor/domain/limits";
import type { ExchangeState } from "../state/exchange-state.ts";
import { UNBOUND } from "../state/keys/key-registry.ts";

/** Whether `key` is "" or of the form `[A-Za-z0-9._:/-]`, at most `maxLength` long. */
export function isKey(key: string, maxLength: number = LIMITS.maxKeyLength): boolean {
  if (key.length > maxLength) return false;
  for (let i = 0; i < key.length; i++) if (!isKeyCharacter(key.charCodeAt(i))) return false;
  return true;
}

function isKeyCharacter(code: number): boolean {
  // "-" "." "/" 0–9 ":" are consecutive.
  return (
    (code >= 45 && code <= 58) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
  );
}

/**
 * Answers a command whose key is bound: as a repetition when `state.contents` equal the original's, otherwise as a
 * conflict. Nothing moves in either case.
 * @returns whether the command is answered
 */
export function isAnsweredByKey(state: ExchangeState, userId: number, key: string): boolean {
  if (key === "") return false;
  const row = state.keys.find(userId, key, state.timeMs);
  if (row === UNBOUND) return false;
  if (state.keys.hasContents(row, state.contents)) state.replay(state.keys.seqAt(row));
  else state.reject("request.keyConflict");
  return true;
}

/** Binds an accepted command's key to `state.contents`. `orderId` 0: it created no order. */
export function bindKey(state: ExchangeState, userId: number, key: string, orderId: number): void {
  if (key !== "") state.keys.bind(userId, key, state.contents, state.lastSeq, state.timeMs, orderId);
}

/** Describes a command for its key. Values are safe integers; `codes` starts with the number of the command's kind. */
export function describe(
  state: ExchangeState,
  codes: number,
  amount: number,
  first: number,
  second: number,
  third: number,
): void {
  const { contents } = state;
  contents.codes = codes;
  contents.amount = amount;
  contents.first = first;
  contents.second = second;
  contents.third = third;
}
