import type { SECOND_CONTRACTS } from "./routes.ts";
import { type CONTRACTS, TRADE } from "./routes.ts";

type Product = typeof TRADE | typeof CONTRACTS | typeof SECOND_CONTRACTS;

let last: Product = TRADE;

/** The product that was traded last in this visit: where the tab in the middle leads. */
export const lastProduct = (): Product => last;

export function rememberProduct(product: Product): void {
  last = product;
}
