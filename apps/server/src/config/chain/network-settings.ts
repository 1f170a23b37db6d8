import { isAddress } from "viem/utils";
import { z } from "zod";
import type { Hex } from "../../kit/hex.ts";

/** Every EVM chain counts its own coin in wei. */
export const COIN_DECIMALS = 18;

/** What a chain file says, by its form. */
const amount = z.string().regex(/^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/);

const isOfBothCases = (text: string): boolean => /[a-f]/.test(text) && /[A-F]/.test(text);

const assetSettings = z.strictObject({
  symbol: z.string().regex(/^[A-Z0-9]{2,10}$/),
  /** The token's contract; null: the chain's own coin. */
  token: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    // Letters of both cases are a checksum (EIP-55): a digit that was mistyped is found by it.
    .refine(
      (text) => !isOfBothCases(text) || isAddress(text),
      "the address is mistyped: its checksum is wrong",
    )
    .transform((text) => text.toLowerCase() as Hex)
    .nullable(),
  decimals: z.int().min(0).max(36),
  /** What the contract's `symbol()` answers, where that is not `symbol`; null: it has none. */
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
  /** Which of the node's tags a block has to have reached as well, where the chain has it. */
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
