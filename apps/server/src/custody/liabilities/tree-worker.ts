import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { makeTree, type TreeTask } from "./make-tree.ts";

/** Nobody waits for a tree as closely as for an order. */
const LEAST_PRIORITY = 19;

// On Linux a thread has a priority of its own, and 0 names the caller's; elsewhere it would be the whole server's.
if (process.platform === "linux") setPriority(0, LEAST_PRIORITY);

/** Makes one tree and ends. */
parentPort?.postMessage(makeTree(workerData as TreeTask));
