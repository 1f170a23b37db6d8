import { setTimeout as sleep } from "node:timers/promises";
import { bodyOf } from "../binance-error.ts";

import { type CallFault, type LostAnswer, latencyMs, lostAnswer, refusalBy } from "./call-fault.ts";
import type { FaultRules } from "./fault-rules.ts";

/** What a fault says instead of an answer. */
export interface FaultReply {
  readonly status: number;
  readonly body: unknown;
  readonly usedWeight: number;
  readonly lost?: LostAnswer;
  readonly retrySeconds?: number;
}

/** Answers a call with a fault. */
export async function answerWithFault<Reply extends FaultReply>(
  fault: CallFault,
  rules: Pick<FaultRules, "nextRandom">,
  nowMs: () => number,
  perform: () => Promise<Reply>,
): Promise<Reply | FaultReply> {
  const { latency, isExecuted } = fault;
  if (latency !== undefined) await sleep(latencyMs(latency, rules.nextRandom()));
  if (fault.answer === undefined) return await perform();
  const { usedWeight } = isExecuted ? await perform() : { usedWeight: 0 };
  const lost = lostAnswer(fault);
  if (lost !== undefined) return { status: 200, body: {}, usedWeight, lost };
  const refusal = refusalBy(fault, nowMs());
  if (refusal === undefined) throw new Error(`no refusal for the fault ${fault.answer}`);
  const { retrySeconds, status } = refusal;
  return { status, body: bodyOf(refusal), usedWeight, ...(retrySeconds !== undefined && { retrySeconds }) };
}
