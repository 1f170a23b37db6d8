import type { ResourceLimits } from "node:worker_threads";

/**
 * Limits of the engine's thread. Its garbage is short-lived; by default the young generation would grow to 96 MB, and
 * cycling through it evicts the commands' data from the processor's caches.
 */
export const ENGINE_LIMITS: ResourceLimits = { maxYoungGenerationSizeMb: 12 };
