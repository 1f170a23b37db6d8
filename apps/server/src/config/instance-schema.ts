import { z } from "zod";

const drawn = {
  createdAtMs: z.number().int().positive(),
  mode: z.enum(["sandbox", "live"]),
  /** Tells this home from others; homes of version 1 drew their prices from it too. No secret any more. */
  simulationSeed: z.number().int().min(0).max(4_294_967_295),
};
const firstVersion = z.object({ version: z.literal(1), ...drawn });
const secondVersion = z.object({
  version: z.literal(2),
  ...drawn,
  /** 128 bits that the simulated prices are drawn from. Never published: every price to come follows from them. */
  priceSecret: z.string().regex(/^[0-9a-f]{32}$/),
  /** When the simulated prices began: each coin stood at its reference then. */
  pricesSinceMs: z.number().int().positive(),
});

/** What is drawn once, at the first start of a home directory, and kept. */
export const instanceSchema = z.discriminatedUnion("version", [firstVersion, secondVersion]);
export type StoredInstance = z.infer<typeof instanceSchema>;
export type Instance = z.infer<typeof secondVersion>;
