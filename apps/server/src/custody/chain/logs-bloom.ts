import { keccak256 } from "viem/utils";
import type { Hex } from "../../kit/hex.ts";

const BLOOM_BITS = 2_048;
const BLOOM_LENGTH = 2 + BLOOM_BITS / 4;

/**
 * Tests whether a block may contain logs of a contract. Never gives a false negative: each log sets three of the
 * block's 2,048 bits, derived from the address's hash. Yellow Paper, section 4.3.1 (M3:2048).
 */
export class BloomMarks {
  private readonly bits: readonly number[];

  constructor(address: Hex) {
    const digits = keccak256(address).slice(2);
    this.bits = [0, 4, 8].map((at) => Number.parseInt(digits.slice(at, at + 4), 16) % BLOOM_BITS);
  }

  maybeIn(bloom: Hex): boolean {
    if (bloom.length !== BLOOM_LENGTH) return true;
    return this.bits.every((bit) => {
      // Bit 0 is the lowest bit of the last byte.
      const digit = Number.parseInt(bloom.charAt(BLOOM_LENGTH - 1 - (bit >> 2)), 16);
      return (digit & (1 << (bit & 3))) !== 0;
    });
  }
}
