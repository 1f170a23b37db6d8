// How Node and the C library use memory in a server's process. Shared by the programs that start one.

/**
 * A server is idle for hours after a start that creates much garbage: tells V8 not to reserve memory for more, and to
 * let the server collect that garbage. No effect on throughput was measurable.
 */
export const SERVER_ARGUMENTS = ["--max-semi-space-size=8", "--heap-growing-percent=50", "--expose-gc"];

/** One pool for all threads, and large blocks return to the system at once. */
const SMALL_ALLOCATOR = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/** With one of these, keys may protect more than play money, or are elsewhere. */
const OF_THE_SIGNER = /^CANDOR_(MODE|ROLE|CHAIN_|SIGNER|DEVELOPMENT_CHAIN)/;

/**
 * Returns variables for a small sandbox, in addition to the given ones. The C library otherwise keeps a pool of freed
 * memory for each of a dozen threads, and the signer takes a process of its own.
 */
export function smallServerVariables(given) {
  const isPlain = !Object.keys(given).some((name) => OF_THE_SIGNER.test(name));
  return { ...SMALL_ALLOCATOR, ...(isPlain && { CANDOR_SIGNER: "inside" }) };
}
