import { readdirSync, readFileSync } from "node:fs";

const NS_PER_US = 1_000;

/** Processor time that one thread of a process has used, in microseconds. */
export interface ThreadTime {
  readonly name: string;
  readonly microseconds: number;
}

/**
 * Reads the processor times of a process's threads from the kernel (Linux only). Time in which a thread waits for a
 * core does not count, so a busy machine changes them little. @returns an empty list on other systems
 */
export function threadTimesOf(pid: number): readonly ThreadTime[] {
  const directory = `/proc/${pid}/task`;
  if (process.platform !== "linux") return [];
  return readdirSync(directory).map((thread) => ({
    // The first thread has the process's own id.
    name: thread === String(pid) ? "main" : read(`${directory}/${thread}/comm`),
    microseconds: Number(read(`${directory}/${thread}/schedstat`).split(" ")[0]) / NS_PER_US,
  }));
}

/** Returns the time that the threads of one name have used between two readings. */
export function usedBetween(
  name: string,
  before: readonly ThreadTime[],
  after: readonly ThreadTime[],
): number {
  const total = (times: readonly ThreadTime[]) =>
    times.reduce((sum, time) => (time.name === name ? sum + time.microseconds : sum), 0);
  return total(after) - total(before);
}

/** Returns how long a process's threads have been ready to run without getting a processor (Linux; else 0). */
export function readyToRunMs(pid: number): number {
  const directory = `/proc/${pid}/task`;
  if (process.platform !== "linux") return 0;
  const waited = readdirSync(directory).map((thread) =>
    Number(read(`${directory}/${thread}/schedstat`).split(" ")[1]),
  );
  return waited.reduce((sum, ns) => sum + ns, 0) / NS_PER_US / 1_000;
}

function read(file: string): string {
  return readFileSync(file, "utf8").trim();
}
