import { Worker } from "node:worker_threads";
import type { MadeTree, TreeTask } from "./make-tree.ts";

/**
 * Builds a tree in a separate thread, independent of the engine: it reads from disk, and its memory is freed when it
 * ends. Rejects with an error in the history, or of the thread.
 */
export function makeTreeInThread(task: TreeTask, signal: AbortSignal): Promise<MadeTree> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./tree-worker.ts", import.meta.url), {
      name: "liabilities",
      workerData: task,
    });
    signal.addEventListener("abort", () => void worker.terminate(), { once: true });
    worker.once("message", (made: MadeTree) => resolve(made));
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`tree thread exited with code ${code}`)));
  });
}
