import { createHash, randomBytes } from "node:crypto";
import { addressFault } from "@candor/text/chain-address";
import { getAddress, isAddress } from "viem";
import { expect, test } from "vitest";

/** Derives bytes from a seed, so that failures are reproducible. */
const bytesOf = (seed: string, length: number): Uint8Array =>
  createHash("shake256", { outputLength: length }).update(seed).digest();

test("FUND-01 the checksum equals that of the chain's own library, for any address", () => {
  const seed = randomBytes(8).toString("hex");
  for (let round = 0; round < 200; round++) {
    const plain = `0x${Buffer.from(bytesOf(`${seed} address ${round}`, 20)).toString("hex")}` as const;
    const address = getAddress(plain);
    expect(addressFault("evm-1", address), `seed ${seed}: ${address}`).toBeUndefined();
    // Flip the case of one letter.
    const at = 2 + (round % 40);
    const letter = address.charAt(at);
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    const changed = address.slice(0, at) + other + address.slice(at + 1);
    const isOneCase =
      changed === changed.toLowerCase() || changed.slice(2) === changed.slice(2).toUpperCase();
    expect(addressFault("evm-1", changed) === undefined, `seed ${seed}: ${changed}`).toBe(
      isOneCase || isAddress(changed, { strict: true }),
    );
  }
});
