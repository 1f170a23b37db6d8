import { z } from "zod";

/** What is drawn once, at the first start of a home directory, and kept. */
export const instanceSchema = z.object({
  version: z.literal(1),
  createdAtMs: z.number().int().positive(),
  mode: z.enum(["sandbox", "live"]),
  /** Seed of the simulated prices and of the sandbox's traders. */
  simulationSeed: z.number().int().min(0).max(4_294_967_295),
});
export type Instance = z.infer<typeof instanceSchema>;
