import { type CONTRACTS, type LEVERAGE, type SECOND_CONTRACTS, TRADE } from "./routes.ts";

type Product = typeof TRADE | typeof CONTRACTS | typeof SECOND_CONTRACTS | typeof LEVERAGE;

let last: Product = TRADE;

/** The product that was traded last in this visit: where the tab in the middle leads. */
export const lastProduct = (): Product => last;

export function rememberProduct(product: Product): void {
  last = product;
}
