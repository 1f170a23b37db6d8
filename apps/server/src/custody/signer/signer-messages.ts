import { z } from "zod";

/** Messages between the server and the signer. The signer trusts none of them: each request is checked. */
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/)
  .transform((text) => text as `0x${string}`);
/** An integer in the chain's smallest unit, as digits. */
const wei = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,77})$/)
  .transform(BigInt);
const count = z.int().min(0);
const chainId = z.int().min(1);
const symbol = z.string().regex(/^[A-Z0-9]{2,10}$/);
const fees = { maxFeePerGas: wei, maxPriorityFeePerGas: wei } as const;
const gasLimit = z.int().min(21_000);
const withdrawalId = z.int().min(1);

export const signerRequest = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("describe") }),
  /** Sets an asset's contract on a chain; the first setting is permanent. */
  z.strictObject({
    kind: z.literal("open-asset"),
    chainId,
    symbol,
    /** null for the chain's own coin. */
    token: address.nullable(),
    decimals: z.int().min(0).max(36),
  }),
  z.strictObject({
    kind: z.literal("pay"),
    withdrawalId,
    chainId,
    symbol,
    to: address,
    amount: wei,
    /** Number of the hot wallet's mined transactions on the chain. */
    minedNonce: count,
    gasLimit,
    ...fees,
  }),
  /** Same payment with the same nonce, at a higher fee. */
  z.strictObject({ kind: z.literal("raise-fee"), withdrawalId, ...fees }),
  z.strictObject({ kind: z.literal("look-up"), withdrawalIds: z.array(withdrawalId).max(1_000) }),
  /** Never sign this withdrawal; signing requests for it are then rejected. */
  z.strictObject({ kind: z.literal("cancel"), withdrawalId }),
  /** Its outcome is final on the chain, so the signed transactions need not be kept. */
  z.strictObject({ kind: z.literal("forget"), withdrawalId }),
  /** Only from a user's deposit address to the hot wallet. */
  z.strictObject({
    kind: z.literal("sweep"),
    userId: count,
    chainId,
    symbol,
    amount: wei,
    nonce: count,
    gasLimit,
    ...fees,
  }),
  /** Only gas from the gas account to a user's deposit address. */
  z.strictObject({
    kind: z.literal("fund-gas"),
    userId: count,
    chainId,
    amount: wei,
    nonce: count,
    ...fees,
  }),
]);
export type SignerRequest = z.output<typeof signerRequest>;
/** The same before parsing: amounts are digits. */
export type SignerRequestInput = z.input<typeof signerRequest>;

/**
 * First message of a core to a signer on a machine of its own. `term` is the term in which the core leads, 0 outside a
 * cluster. A custody process sends the term of its core and its own session in that term, a core no session. Without the exchange's id, which a new exchange does not have yet, only `describe` is answered.
 */
export const signerGreeting = z.strictObject({
  version: z.int(),
  mode: z.enum(["sandbox", "live"]),
  exchange: z.string().min(1).max(80).nullable(),
  term: count,
  session: z.int().min(1).optional(),
});
export type SignerGreeting = z.output<typeof signerGreeting>;
/** Version of the messages in this file. */
export const SIGNER_VERSION = 1;

export const signerEnvelope = z.strictObject({ id: z.int(), request: z.unknown() });

export type SignerRefusal =
  | "malformed"
  | "unknown-asset"
  | "other-asset"
  | "other-contents"
  | "cancelled"
  | "signed"
  | "not-signed"
  | "over-transaction-limit"
  | "over-day-limit"
  | "over-fee-limit"
  | "own-address"
  /** The chain has transactions of the hot wallet that are missing in the signer's journal. */
  | "journal-behind"
  | "development-chain"
  /** A core with a higher term has connected: the one that asks no longer leads. */
  | "lower-term"
  /** The signer's keys belong to another exchange. */
  | "other-exchange"
  | "other-mode"
  | "other-version"
  /** The request needs the exchange's id in the greeting. */
  | "unknown-exchange";

export interface SignerDescription {
  /** Key of m/44'/60'/0'/0: a user's deposit address is its child with the user's number. */
  readonly depositKey: string;
  readonly hotWallet: `0x${string}`;
  readonly gasAccount: `0x${string}`;
  /** Limits per payment and per 24 hours, in the form of CANDOR_SIGNER_LIMITS. */
  readonly limits: string;
}

export interface SignedTransaction {
  readonly hash: `0x${string}`;
  readonly raw: `0x${string}`;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
}

export type PaymentState =
  | { readonly kind: "unsigned" }
  | { readonly kind: "cancelled" }
  /** All have the same nonce, so at most one is ever mined; the newest is last. */
  | {
      readonly kind: "signed";
      readonly nonce: number;
      readonly gasLimit: number;
      /** Empty once it is final. */
      readonly transactions: readonly SignedTransaction[];
      /** Set once it is final: the hashes of its transactions, one of which was mined. */
      readonly finalHashes: readonly `0x${string}`[];
    };

/** Answer type of each kind of request. */
export interface SignerAnswers {
  readonly describe: SignerDescription;
  readonly "open-asset": null;
  readonly pay: PaymentState;
  readonly "raise-fee": PaymentState;
  readonly "look-up": readonly PaymentState[];
  readonly cancel: null;
  readonly forget: null;
  readonly sweep: SignedTransaction;
  readonly "fund-gas": SignedTransaction;
}

export type SignerReply =
  | { readonly id: number; readonly answer: SignerAnswers[keyof SignerAnswers] }
  | { readonly id: number; readonly refusal: SignerRefusal };
