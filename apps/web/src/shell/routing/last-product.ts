import { type CONTRACTS, type LEVERAGE, type SECOND_CONTRACTS, TRADE } from "./routes.ts";

type Product = typeof TRADE | typeof CONTRACTS | typeof SECOND_CONTRACTS | typeof LEVERAGE;

let last: Product = TRADE;

/** Returns the product traded last in this visit: target of the middle tab. */
export const lastProduct = (): Product => last;

export function rememberProduct(product: Product): void {
  last = product;
}
