import { type CancelAll, COMMAND_KINDS, type CommandKind } from "@candor/domain/commands/commands";
import { PRODUCTS } from "@candor/domain/enumerations";

/**
 * Commands in binary, as stored in the journal. A record is: u16 length of the whole record, u8 kind, u8 length of the
 * key, u32 user, the kind's fields, then the key in ASCII. Frequent kinds have fixed fields (command-layouts.ts); rare ones
 * carry JSON. Little-endian throughout.
 */
export const HEADER_BYTES = 8;
export const KIND_AT = 2;
export const KEY_LENGTH_AT = 3;
export const USER_AT = 4;

export const KIND = Object.fromEntries(COMMAND_KINDS.map((kind, index) => [kind, index])) as Record<
  CommandKind,
  number
>;

/** Returns the kind's number in binary records. */
export function commandIndex(kind: CommandKind): number {
  return KIND[kind];
}

const SCOPE_SHIFT = 16;
const SCOPE_MARKET = 0xffff;

/**
 * Packs a cancel-all's market and, above it, its product's number plus one. Without a product, the value is the market.
 */
export function packScope({ marketId, product }: Pick<CancelAll, "marketId" | "product">): number {
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
