import type { KeyedQuery } from "@candor/domain/commands/commands";
import type { KeyedAnswer } from "@candor/domain/engine-port";
import { describeConversion } from "../convert/describe-conversion.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { UNBOUND } from "../state/keys/key-registry.ts";
import { describeRequest } from "../wallet-movements/request-withdrawal.ts";
import { describeTransfer } from "../wallet-movements/transfer.ts";

/** Whether a command with this key was executed, and whether it had other contents. */
export function answerKeyed(state: ExchangeState, question: KeyedQuery): Omit<KeyedAnswer, "asOfSeq"> {
  const { keys, contents, timeMs } = state;
  if (question.kind === "transfer") describeTransfer(state, question);
  else if (question.kind === "convert") describeConversion(state, question);
  else describeRequest(state, question);
  const row = question.key === "" ? UNBOUND : keys.find(question.userId, question.key, timeMs);
  if (row === UNBOUND) return { boundSeq: 0, conflicts: false };
  const conflicts = !keys.hasContents(row, contents);
  return { boundSeq: conflicts ? 0 : keys.seqAt(row), conflicts };
}
