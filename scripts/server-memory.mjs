// How Node and the C library use memory in a server's process. Shared by the programs that start one.

/**
 * A server is idle for hours after a start that creates much garbage: tells V8 not to reserve memory for more, and to
 * let the server collect that garbage. No effect on throughput was measurable.
 */
export const SERVER_ARGUMENTS = ["--max-semi-space-size=8", "--heap-growing-percent=50", "--expose-gc"];

/** The C library otherwise keeps a pool of freed memory for each of a dozen threads. */
export const SERVER_VARIABLES = { MALLOC_ARENA_MAX: "2" };
