import { withChecksum } from "@candor/text/chain-address";
import { keccak256 } from "viem/utils";

const PURPOSE = "Candor: test address of the sandbox, nobody has its key";
const ADDRESS_BYTES = 20;

/**
 * Address for testing withdrawals of play money. It is the end of a hash of its purpose, so nobody can have a key for
 * it, and everybody can compute it.
 */
export const TEST_ADDRESS: string = withChecksum(
  `0x${keccak256(new TextEncoder().encode(PURPOSE)).slice(-2 * ADDRESS_BYTES)}`,
);
