import type { z } from "zod";

/**
 * A call's summary, parameters and reply. Parameter names are those of `PARAMETERS`; an exclamation mark marks required
 * ones.
 */
export type DescribedCall = readonly [summary: string, takes: string, reply: z.ZodType];

/** Keyed by method and path. */
export type DescribedCalls = Readonly<Record<string, DescribedCall>>;
