import { setPriority } from "node:os";

/**
 * Lets other threads of the machine go first. On Linux priorities are per thread, and 0 means the calling one; elsewhere
 * this would change the whole process, so it does nothing.
 * @param nice 1 to 19; the largest runs when no other thread needs the processor
 */
export function lowerPriority(nice: number): void {
  if (process.platform === "linux") setPriority(0, nice);
}
