import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { makeTree, type TreeTask } from "./make-tree.ts";

/** A tree is less urgent than any order. */
const MIN_PRIORITY = 19;

// On Linux priorities are per thread, and 0 means the calling thread; elsewhere this would change the whole process.
if (process.platform === "linux") setPriority(0, MIN_PRIORITY);

/** Builds one tree and exits. */
parentPort?.postMessage(makeTree(workerData as TreeTask));
