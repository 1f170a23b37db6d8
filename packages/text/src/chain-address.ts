import { keccak_256 } from "@noble/hashes/sha3.js";

const EVM_CHAIN = /^evm-[0-9]+$/;
const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
/** Nobody's: what is sent there is gone. */
const NOBODY = /^0x0{40}$/;
const ONE_CASE = /^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/;

export type AddressFault =
  /** It has not the form of the chain's addresses, or is the one of nought that nobody has. */
  | "form"
  /** It has, but a letter or digit is wrong. */
  | "checksum";

/**
 * What is wrong with an address on a chain, named as on the wire ("evm-1"). Undefined: nothing, or it is no chain whose
 * addresses are known here. Client and server ask the same; whose address it is only the server knows.
 */
export function addressFault(chain: string, address: string): AddressFault | undefined {
  if (!EVM_CHAIN.test(chain)) return undefined;
  if (!EVM_ADDRESS.test(address) || NOBODY.test(address)) return "form";
  return ONE_CASE.test(address) || withChecksum(address) === address ? undefined : "checksum";
}

/**
 * An EVM address with the letter cases of EIP-55: a letter is a capital where the hash of the lower-case digits has a
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
