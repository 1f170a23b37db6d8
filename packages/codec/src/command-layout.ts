import { type CancelAll, COMMAND_KINDS, type CommandKind } from "@candor/domain/commands/commands";
import { PRODUCTS } from "@candor/domain/enumerations";

/**
 * Commands in binary, as the journal keeps them. A record is: u16 length of the whole record, u8 kind, u8 length
 * of the key, u32 user, then the kind's fields, then the key in ASCII. Frequent kinds have fixed fields; the rare
 * ones carry their JSON. Little-endian throughout.
 */
export const HEADER_BYTES = 8;

export const KIND = Object.fromEntries(COMMAND_KINDS.map((kind, index) => [kind, index])) as Record<
  CommandKind,
  number
>;

/** The command's number in binary records. */
export function commandIndex(kind: CommandKind): number {
  return KIND[kind];
}

const SCOPE_SHIFT = 16;
const SCOPE_MARKET = 0xffff;

/** A cancel-all's market and, above it, one more than its product's number; a market alone stands as it is. */
export function packScope(marketId: number, product: CancelAll["product"]): number {
  if (product === undefined) return marketId;
  return ((PRODUCTS.indexOf(product) + 1) << SCOPE_SHIFT) | (marketId & SCOPE_MARKET);
}

export function marketOfScope(scope: number): number {
  const marketId = scope & SCOPE_MARKET;
  return marketId === SCOPE_MARKET ? -1 : marketId;
}

export function productOfScope(scope: number): CancelAll["product"] {
  return scope < 0 ? undefined : (PRODUCTS[(scope >> SCOPE_SHIFT) - 1] as CancelAll["product"]);
}
