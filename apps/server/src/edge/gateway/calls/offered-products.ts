import type { WireProducts } from "@candor/wire/objects";
import type { Ports } from "../dependencies.ts";

export const offeredProducts = ({ listings, mirror }: Ports<"listings" | "mirror">): WireProducts => ({
  option: mirror.markets.some(({ hasOptions }) => hasOptions),
  lever: listings.levers.length > 0,
  mining: listings.hasMiningPlans,
  contract: listings.contracts.length > 0,
});
