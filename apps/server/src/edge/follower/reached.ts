import type { EnginePort } from "@candor/domain/engine-port";

/** Resolves once the listeners in this thread have received a command: another thread may have received it before. */
export function reached(engine: Pick<EnginePort, "on" | "durableSeq">, seq: number): Promise<void> {
  // Another process may send a number that is none.
  if (!(engine.durableSeq < seq)) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = engine.on({
      kinds: [],
      event: () => undefined,
      end: ({ lastSeq }) => {
        if (lastSeq < seq) return;
        stop();
        resolve();
      },
    });
  });
}
