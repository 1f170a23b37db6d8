import { randomBytes } from "node:crypto";
import type { QuotedConversion } from "@candor/domain/commands/convert-commands";
import type { Units } from "@candor/money/brand";

/** The part of a quote that the exchange compares when its idempotency key is repeated. */
export type QuoteSummary = Omit<QuotedConversion, "kind" | "userId" | "key">;

const ID_BYTES = 27;
/** Gives quotes with equal terms in the same millisecond different ids. */
const SALT_BITS = 48n;
const WALLET_BITS = 1n;
const ASSET_BITS = 8n;
const UNITS_BITS = 53n;
const TIME_BITS = 45n;

/**
 * Quote ids contain the quote's terms, so that an acceptance repeated after a restart, when the quote itself is lost,
 * can be compared with what its key was used for. An id authorizes nothing: only quotes still in memory are executed.
 * 27 bytes become 36 characters, the longest idempotency key; an acceptance without a key uses the id as its key.
 */
export function writeQuoteId(terms: QuoteSummary): string {
  let bits = BigInt(`0x${randomBytes(Number(SALT_BITS) / 8).toString("hex")}`);
  const append = (value: number, width: bigint): void => {
    if (!Number.isSafeInteger(value) || value < 0 || BigInt(value) >> width !== 0n)
      throw new Error(`quote id: ${value} does not fit into ${width} bits`);
    bits = (bits << width) | BigInt(value);
  };
  append(terms.wallet === "coin" ? 1 : 0, WALLET_BITS);
  append(terms.fromAssetId, ASSET_BITS);
  append(terms.toAssetId, ASSET_BITS);
  append(terms.fromUnits, UNITS_BITS);
  append(terms.toUnits, UNITS_BITS);
  append(terms.expiresAtMs, TIME_BITS);
  return Buffer.from(bits.toString(16).padStart(ID_BYTES * 2, "0"), "hex").toString("base64url");
}

/** Returns the terms in a quote id; undefined if the id is invalid. */
export function readQuoteId(quoteId: string): QuoteSummary | undefined {
  const bytes = Buffer.from(quoteId, "base64url");
  if (bytes.length !== ID_BYTES || bytes.toString("base64url") !== quoteId) return undefined;
  let bits = BigInt(`0x${bytes.toString("hex")}`);
  const takeLast = (width: bigint): number => {
    const value = bits & ((1n << width) - 1n);
    bits >>= width;
    return Number(value);
  };
  const expiresAtMs = takeLast(TIME_BITS);
  const toUnits = takeLast(UNITS_BITS) as Units;
  const fromUnits = takeLast(UNITS_BITS) as Units;
  const toAssetId = takeLast(ASSET_BITS);
  const fromAssetId = takeLast(ASSET_BITS);
  const wallet = takeLast(WALLET_BITS) === 1 ? "coin" : "main";
  return { wallet, fromAssetId, toAssetId, fromUnits, toUnits, expiresAtMs };
}
