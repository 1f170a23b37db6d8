import { keccak_256 } from "@noble/hashes/sha3.js";

const EVM_CHAIN = /^evm-[0-9]+$/;
const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
/** The zero address: money sent to it is lost. */
const NOBODY = /^0x0{40}$/;
const ONE_CASE = /^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/;

export type AddressFault =
  /** Not in the format of the chain's addresses, or the zero address, which nobody owns. */
  | "form"
  /** Valid format, but a letter or digit is wrong. */
  | "checksum";

/**
 * Returns what is wrong with an address on a chain, named as on the wire ("evm-1"). Undefined: nothing is wrong, or the
 * chain's address format is unknown. Client and server share this check; only the server knows an address's owner.
 */
export function addressFault(chain: string, address: string): AddressFault | undefined {
  if (!EVM_CHAIN.test(chain)) return undefined;
  if (!EVM_ADDRESS.test(address) || NOBODY.test(address)) return "form";
  return ONE_CASE.test(address) || withChecksum(address) === address ? undefined : "checksum";
}

/**
 * Returns an EVM address with EIP-55 letter case: a letter is a capital where the hash of the lower-case digits has a
 * half-byte of 8 or more.
 */
export function withChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = keccak_256(new TextEncoder().encode(digits));
  const cased = Array.from(digits, (digit, at) => {
    const byte = hash[at >> 1] as number;
    const half = at % 2 === 0 ? byte >> 4 : byte & 0xf;
    return half >= 8 ? digit.toUpperCase() : digit;
  });
  return `0x${cased.join("")}`;
}
