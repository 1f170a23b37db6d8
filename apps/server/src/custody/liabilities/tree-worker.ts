import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "../../kit/threads/lower-priority.ts";
import { makeTree, type TreeTask } from "./make-tree.ts";

/** A tree is less urgent than any order. */
const MIN_PRIORITY = 19;

lowerPriority(MIN_PRIORITY);

/** Builds one tree and exits. */
parentPort?.postMessage(makeTree(workerData as TreeTask));
