import type { z } from "zod";

/**
 * What a call does, what it takes and what it answers. The names of what it takes are those of `PARAMETERS`, with an
 * exclamation mark behind those that have to be there.
 */
export type DescribedCall = readonly [summary: string, takes: string, reply: z.ZodType];

/** By method and path. */
export type DescribedCalls = Readonly<Record<string, DescribedCall>>;
