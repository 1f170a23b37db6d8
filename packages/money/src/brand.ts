/**
 * Branded integers: plain numbers at run time, distinct types at compile time, so that ticks, lots and amounts cannot
 * be mixed up. A brand promises a safe integer (|n| < 2^53).
 */
declare const brand: unique symbol;
type Branded<Name extends string> = number & { readonly [brand]: Name };

/** An amount in an asset's smallest unit (USDT at scale 6: 1 USDT = 1,000,000 units). */
export type Units = Branded<"units">;
/** A price in a market's ticks. */
export type Ticks = Branded<"ticks">;
/** A quantity in a market's lots. */
export type Lots = Branded<"lots">;
/** A fraction in parts per million: 1,000 = 0.1%. */
export type Ppm = Branded<"ppm">;
/** A price in 1e-8 of the quote coin for one whole base coin; finer than any tick. Index prices use it. */
export type PriceE8 = Branded<"priceE8">;
