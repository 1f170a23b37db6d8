import type { z } from "zod";

/**
 * A call's summary, parameters and reply. Parameter names are those of `PARAMETERS`; an exclamation mark marks required
 * ones. The server refuses all other names.
 */
export type DescribedCall = readonly [summary: string, takes: string, reply: z.ZodType];

/** Keyed by method and path. */
export type DescribedCalls = Readonly<Record<string, DescribedCall>>;

/** Before a parameter of Binance's that is refused unless it asks for nothing, such as `priceProtect` false. */
export const UNSUPPORTED = "~";
/** Before a parameter that clients send although Binance does not list it; it is accepted and not described. */
export const ALIAS = "=";
/** In place of names: a call that is always refused takes any. */
export const ANY_NAMES = "*";
