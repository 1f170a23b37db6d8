import type { ResourceLimits } from "node:worker_threads";

/**
 * Of the thread that the engine runs in. Its garbage is short-lived; by default the room for it would grow to 96 MB, and going
 * through that drives what commands need out of the processor's caches.
 */
export const ENGINE_LIMITS: ResourceLimits = { maxYoungGenerationSizeMb: 12 };
