import type { ReadModels } from "../gateway/read-models.ts";

/** Asks the thread that has the read models. */
export type AskReadModels = (name: string, parameters: readonly unknown[]) => Promise<unknown>;

/**
 * The read models of another thread.
 * @param progress how far they are, known without asking
 */
export function remoteReadModels(ask: AskReadModels, progress: Pick<ReadModels, "reachedSeq">): ReadModels {
  return new Proxy({} as ReadModels, {
    get: (_, name) => {
      if (name === "reachedSeq") return progress.reachedSeq;
      // A promise that resolves with this object must not take it for another promise.
      if (typeof name === "symbol" || name === "then") return undefined;
      return (...parameters: readonly unknown[]) => ask(name, parameters);
    },
  });
}

/** Answers the questions of `remoteReadModels`. */
export function answerReadModels(models: ReadModels): AskReadModels {
  return async (name, parameters) => {
    const method: unknown = Object.hasOwn(models, name) ? Reflect.get(models, name) : undefined;
    if (typeof method !== "function") throw new Error(`the read models have no method ${name}`);
    return await Reflect.apply(method, models, parameters);
  };
}
