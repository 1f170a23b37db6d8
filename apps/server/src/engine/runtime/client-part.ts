import type { Answer, ClientResult, EngineRequest, EngineResult } from "./engine-messages.ts";

/**
 * Returns the part of a result that one of several clients receives: the whole batch, which of its commands are the
 * client's own, and the answers to the client's queries.
 */
export function partOf(
  { batch, answers }: EngineResult,
  requests: readonly EngineRequest[],
  isOwn: (request: number) => boolean,
): ClientResult {
  const own: number[] = [];
  const ownAnswers: Answer[] = [];
  let others = 0;
  let answered = 0;
  for (const [at, { commands, queries }] of requests.entries()) {
    if (!isOwn(at)) others += commands;
    else {
      ownAnswers.push(...answers.slice(answered, answered + queries.length));
      if (commands > 0) {
        own.push(others, commands);
        others = 0;
      }
    }
    answered += queries.length;
  }
  return { batch, answers: ownAnswers, own };
}
