/**
 * Events in binary: records of 64-bit words in one Float64Array, each value a safe integer. The first word of a
 * record is `kind + 64 × length in words`; enumerations travel as their index; texts as their byte length
 * followed by UTF-8 bytes in whole words. The order of fields is that of events.ts.
 */
export const EVENT = {
  executed: 0,
  orderChanged: 1,
  tradeMade: 2,
  balanceChanged: 3,
  fundsPosted: 4,
  levelChanged: 5,
  indexChanged: 6,
  marketStatusChanged: 7,
  accountOpened: 8,
  assetListed: 9,
  marketListed: 10,
  depositCredited: 11,
  withdrawalChanged: 12,
} as const satisfies Record<string, number>;

/** The first word of a record is `kind + KIND_RANGE × length in words`. */
export const KIND_RANGE = 64;
/** Words of an order's event before its key. */
export const ORDER_WORDS = 18;

if (new Uint8Array(new Uint16Array([1]).buffer)[0] !== 1)
  throw new Error("Candor needs a little-endian machine");

/** The order's enumerations in one word: 29 bits. Arguments are indexes into the lists of enumerations.ts. */
export function packOrderCodes(
  cause: number,
  product: number,
  side: number,
  type: number,
  timeInForce: number,
  selfTrade: number,
  status: number,
  reason: number,
  labelled: number,
): number {
  return (
    cause |
    (product << 4) |
    (side << 8) |
    (type << 9) |
    (timeInForce << 13) |
    (selfTrade << 16) |
    (status << 19) |
    (reason << 23) |
    (labelled << 28)
  );
}
