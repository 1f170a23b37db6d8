import { Worker } from "node:worker_threads";
import type { MadeTree, TreeTask } from "./make-tree.ts";

/**
 * Makes a tree in a thread of its own, which has no part in what the engine does: it reads what lies on disk, and the memory
 * that it takes is given back when it ends. Rejects with what is wrong with the history, or with the thread.
 */
export function makeTreeAside(task: TreeTask, signal: AbortSignal): Promise<MadeTree> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./tree-worker.ts", import.meta.url), {
      name: "liabilities",
      workerData: task,
    });
    signal.addEventListener("abort", () => void worker.terminate(), { once: true });
    worker.once("message", (made: MadeTree) => resolve(made));
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the thread that makes a tree ended with ${code}`)));
  });
}
