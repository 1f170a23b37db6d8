import type { WireProducts } from "@candor/wire/objects";
import { useAppStore } from "../state/app-store.ts";
import { CONTRACTS, LEVERAGE, MINERS, MINING, SECOND_CONTRACTS } from "./routes.ts";

const PRODUCT_OF: Readonly<Record<string, keyof WireProducts>> = {
  [CONTRACTS]: "contract",
  [SECOND_CONTRACTS]: "option",
  [LEVERAGE]: "lever",
  [MINING]: "mining",
  [MINERS]: "mining",
};

/** Whether a page belongs to something that this exchange offers; as long as that is unknown, yes. */
export function isOffered(path: string, products: WireProducts | undefined): boolean {
  const product = PRODUCT_OF[path];
  return product === undefined || products?.[product] !== false;
}

/** The same, as the exchange last said. */
export function useOffered(): (path: string) => boolean {
  const products = useAppStore((state) => state.siteData?.products);
  return (path) => isOffered(path, products);
}
