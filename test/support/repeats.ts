/** `CANDOR_DEEP=1 npm run verify`: random tests repeat as often as their criteria say. */
export const isDeep = process.env["CANDOR_DEEP"] === "1";

/** How often a random test repeats: in every run, and in a deep one. Each run draws other seeds, so many runs add up. */
export const repeats = (everyRun: number, deepRun: number): number => (isDeep ? deepRun : everyRun);
