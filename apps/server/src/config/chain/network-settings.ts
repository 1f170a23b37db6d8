import { isAddress } from "viem/utils";
import { z } from "zod";
import type { Hex } from "../../kit/hex.ts";

/** All EVM chains use 18 decimals for their own coin. */
export const COIN_DECIMALS = 18;

/** Schema of a chain file. */
const amount = z.string().regex(/^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/);

const isOfBothCases = (text: string): boolean => /[a-f]/.test(text) && /[A-F]/.test(text);

const assetSettings = z.strictObject({
  symbol: z.string().regex(/^[A-Z0-9]{2,10}$/),
  /** Token contract; null for the chain's own coin. */
  token: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    // Mixed-case addresses carry a checksum (EIP-55) that detects typos.
    .refine(
      (text) => !isOfBothCases(text) || isAddress(text),
      "the address has a wrong checksum: check it for typos",
    )
    .transform((text) => text.toLowerCase() as Hex)
    .nullable(),
  decimals: z.int().min(0).max(36),
  /** Answer of the contract's `symbol()` if it differs from `symbol`; null if it has none. */
  tokenSymbol: z.string().min(1).max(60).nullable().optional(),
  minDeposit: amount,
  withdrawalFee: amount,
  minWithdrawal: amount,
  maxWithdrawal: amount,
});
export type AssetSettings = z.output<typeof assetSettings>;

export const networkSettings = z.strictObject({
  chainId: z.int().min(1),
  name: z.string().min(1).max(60),
  confirmations: z.int().min(1).max(200).default(12),
  /** Tag a block must also have reached, on chains that have it. */
  finality: z.enum(["safe", "finalized", "none"]).default("safe"),
  blockSeconds: z.number().min(0.1).max(3_600).default(12),
  explorerUrl: z
    .url({ protocol: /^https$/ })
    .nullable()
    .default(null),
  testnet: z.boolean().default(false),
  assets: z.array(assetSettings).min(1).max(32),
});
export type NetworkSettings = z.output<typeof networkSettings>;
