import type { Hex } from "../../kit/hex.ts";

/** Selectors of the ERC-20 functions we use; https://eips.ethereum.org/EIPS/eip-20 */
const TRANSFER = "0xa9059cbb";
const TRANSFER_FROM = "0x23b872dd";
const BALANCE_OF = "0x70a08231";
/** keccak256("Transfer(address,address,uint256)") */
export const TRANSFER_TOPIC: Hex = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const WORD_DIGITS = 64;
const ADDRESS_DIGITS = 40;
const SELECTOR_LENGTH = TRANSFER.length;

const word = (hex: string): string => hex.padStart(WORD_DIGITS, "0");

export function transferCall(to: Hex, amount: bigint): Hex {
  return `${TRANSFER}${word(to.slice(2).toLowerCase())}${word(amount.toString(16))}`;
}

export function balanceOfCall(owner: Hex): Hex {
  return `${BALANCE_OF}${word(owner.slice(2).toLowerCase())}`;
}

/** Returns the recipient of a `transfer` or `transferFrom` call; undefined for any other call. */
export function readTransferCall(input: Hex): { readonly to: Hex; readonly amount: bigint } | undefined {
  const selector = input.slice(0, SELECTOR_LENGTH);
  const skipped = selector === TRANSFER ? 0 : selector === TRANSFER_FROM ? 1 : -1;
  const start = SELECTOR_LENGTH + skipped * WORD_DIGITS;
  if (skipped < 0 || input.length < start + 2 * WORD_DIGITS) return undefined;
  const amount = BigInt(`0x${input.slice(start + WORD_DIGITS, start + 2 * WORD_DIGITS)}`);
  return { to: wordToAddress(input.slice(start, start + WORD_DIGITS)), amount };
}

/** Returns the address in a 32-byte word of 64 hex digits. */
export function wordToAddress(digits: string): Hex {
  return `0x${digits.slice(-ADDRESS_DIGITS)}`;
}
