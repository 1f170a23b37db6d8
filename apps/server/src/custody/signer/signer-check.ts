import { z } from "zod";
import type { Hex } from "../../kit/hex.ts";

/** The signer's own addresses. */
export interface WalletAddresses {
  readonly hotWallet: Hex;
  readonly gasAccount: Hex;
}

/** Of a signer's process: only to say whether its settings can be used. */
export const CHECK_ALONE = "--check";
/** What it then says: which setting cannot be used and why, or whose wallets they are. */
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/)
  .transform((text) => text as Hex);
export const signerCheck = z.union([
  z.strictObject({ variable: z.string(), problem: z.string() }),
  z.strictObject({ hotWallet: address, gasAccount: address }),
]);
export type SignerCheck = z.output<typeof signerCheck>;
