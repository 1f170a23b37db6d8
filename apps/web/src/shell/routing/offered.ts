import type { WireProducts } from "@candor/wire/objects";
import { useAppStore } from "../../state/app-store.ts";
import { CONTRACTS, LEVERAGE, MINERS, MINING, SECOND_CONTRACTS } from "./routes.ts";

const PRODUCT_OF: Readonly<Record<string, keyof WireProducts>> = {
  [CONTRACTS]: "contract",
  [SECOND_CONTRACTS]: "option",
  [LEVERAGE]: "lever",
  [MINING]: "mining",
  [MINERS]: "mining",
};

/** Whether a page belongs to a product offered here; true while unknown. */
export function isOffered(path: string, products: WireProducts | undefined): boolean {
  const product = PRODUCT_OF[path];
  return product === undefined || products?.[product] !== false;
}

/** The same, based on the last known products. */
export function useOffered(): (path: string) => boolean {
  const products = useAppStore((state) => state.siteData?.products);
  return (path) => isOffered(path, products);
}
