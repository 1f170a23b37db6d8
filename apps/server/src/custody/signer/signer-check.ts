import { z } from "zod";
import type { Hex } from "../../kit/hex.ts";

/** The signer's own addresses. */
export interface WalletAddresses {
  readonly hotWallet: Hex;
  readonly gasAccount: Hex;
}

/** Argument of the signer's process for only checking its settings. */
export const CHECK_ALONE = "--check";
/** Result of the check: which setting is invalid and why, or the wallets of the mnemonic. */
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/)
  .transform((text) => text as Hex);
export const signerCheck = z.union([
  z.strictObject({ variable: z.string(), problem: z.string() }),
  z.strictObject({ hotWallet: address, gasAccount: address }),
]);
export type SignerCheck = z.output<typeof signerCheck>;
