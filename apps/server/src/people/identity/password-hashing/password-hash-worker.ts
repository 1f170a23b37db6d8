import { parentPort, workerData } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";
import { lowerPriority } from "../../../kit/threads/lower-priority.ts";
import type { HashAnswer, HashTask, HashThreadSettings } from "./password-hash-messages.ts";

const { nice } = workerData as HashThreadSettings;

lowerPriority(nice);

parentPort?.on("message", (task: HashTask) => {
  parentPort?.postMessage(answer(task));
});

function answer(task: HashTask): HashAnswer {
  try {
    if (task.kind === "verify") return { kind: "verified", right: verifySync(task.phc, task.password) };
    const { memoryKib, passes } = task.cost;
    const options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1, outputLen: 32 };
    return { kind: "hashed", phc: hashSync(task.password, options) };
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}
