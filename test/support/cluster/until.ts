import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MS = 60_000;
const LOOK_MS = 20;

/** Waits for a condition, for a limited time. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadlineMs = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > deadlineMs) throw new Error(`waited too long until ${what}`);
    await sleep(LOOK_MS);
  }
}
