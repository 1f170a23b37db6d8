import { ECDH } from "node:crypto";
import { HDKey } from "@scure/bip32";
import { privateKeyToAddress } from "viem/accounts";
import { keccak256 } from "viem/utils";
import type { Hex } from "../../kit/hex.ts";

/** BIP-32: children from 2^31 on are hardened and need the private key. */
const MAX_CHILD = 2 ** 31 - 1;
const ADDRESS_DIGITS = 40;
const KEY_DIGITS = 64;

/**
 * Derives deposit addresses from a public key only, so the watching server cannot spend. The key is m/44'/60'/0'/0; a
 * user's address is its child with the user's number. BIP-32, BIP-44.
 */
export class DepositAddresses {
  private readonly parent: HDKey;

  constructor(extendedPublicKey: string) {
    this.parent = HDKey.fromExtendedKey(extendedPublicKey);
    if (this.parent.privateKey !== null)
      throw new Error("the watching server needs an extended public key, got a private one");
  }

  /** Returns the address in lower case. */
  of(userId: number): Hex {
    if (!Number.isInteger(userId) || userId < 0 || userId > MAX_CHILD)
      throw new RangeError(`user id ${userId} is out of range for an address`);
    const { publicKey } = this.parent.deriveChild(userId);
    if (publicKey === null) throw new Error("the extended key has no public key");
    return addressOfPublicKey(publicKey);
  }
}

/** Computes the curve's tables, which the first key would wait for. */
export function prepareCurve(): void {
  const one: Hex = `0x${"1".padStart(KEY_DIGITS, "0")}`;
  privateKeyToAddress(one);
}

/** Returns the last 20 bytes of the hash of the key's two coordinates. Yellow Paper, appendix F. */
function addressOfPublicKey(compressed: Uint8Array): Hex {
  const point = ECDH.convertKey(compressed, "secp256k1", undefined, undefined, "uncompressed") as Buffer;
  return `0x${keccak256(point.subarray(1)).slice(-ADDRESS_DIGITS)}`;
}
