import { z } from "zod";

/** A `scenario` is a test rig: a sandbox in which everything can be set. */
export const HOME_MODES = ["sandbox", "live", "scenario"] as const;

const drawn = {
  createdAtMs: z.number().int().positive(),
  mode: z.enum(HOME_MODES),
  /**
   * Distinguishes this home from others. Homes of version 1 also derived their prices from it. Not a secret any more.
   */
  simulationSeed: z.number().int().min(0).max(4_294_967_295),
};
const firstVersion = z.object({ version: z.literal(1), ...drawn });
const secondVersion = z.object({
  version: z.literal(2),
  ...drawn,
  /** 128-bit secret seed of the simulated prices. Never publish it: all future prices follow from it. */
  priceSecret: z.string().regex(/^[0-9a-f]{32}$/),
  /** Start of the simulated prices, when each coin was at its reference price. */
  pricesSinceMs: z.number().int().positive(),
  /** What secret and times follow from (CANDOR_SEED); absent if they are random. */
  seed: z.number().int().min(0).max(4_294_967_295).optional(),
});

/** Random values generated once, at the first start of a home directory, and stored. */
export const instanceSchema = z.discriminatedUnion("version", [firstVersion, secondVersion]);
export type StoredInstance = z.infer<typeof instanceSchema>;
export type Instance = z.infer<typeof secondVersion>;
