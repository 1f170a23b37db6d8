import { DEPOSIT_REASONS } from "@candor/domain/enumerations";
import { z } from "zod";
import type { Hex } from "../../kit/hex.ts";

/**
 * Messages between a leading core and a custody process. Both check each message; a wrong one ends the connection.
 * They are JSON with bigint.
 */
export const CUSTODY_VERSION = 1;

const count = z.int().min(0);
const id = z.int().min(1);
const digits = z.string().regex(/^(0|[1-9][0-9]{0,77})$/);
const signedDigits = z.string().regex(/^-?(0|[1-9][0-9]{0,77})$/);
const text = z.string().max(10_000);
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/)
  .transform((value) => value as Hex);
const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .transform((value) => value as Hex);
const depositId = z.string().regex(/^[0-9A-Za-z_-]{1,40}$/);
const reason = z.enum(DEPOSIT_REASONS);
const pause = z.enum([
  "unreachable",
  "unconfirmed",
  "wrong-chain",
  "credited-deposit-reorganised",
  "reorganised-too-deep",
]);

/** First message of a core: what it serves, and the number of this connection in its term. */
export const custodyGreeting = z.strictObject({
  version: z.int(),
  mode: z.enum(["sandbox", "live"]),
  exchange: z.string().min(1).max(80),
  term: id,
  session: id,
});
export type CustodyGreeting = z.output<typeof custodyGreeting>;

const REFUSALS = [
  "lower-term",
  "other-exchange",
  "other-mode",
  "other-version",
  "malformed",
  "cannot-store",
] as const;
export type CustodyRefusal = (typeof REFUSALS)[number];

/** Answer to a greeting. */
export const greetingReply = z.union([
  z.strictObject({ admitted: z.strictObject({ term: count }) }),
  z.strictObject({
    turnedAway: z.enum(REFUSALS),
    term: count,
  }),
]);
export type GreetingReply = z.output<typeof greetingReply>;

const move = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("deposit"),
    txHash: hash,
    position: z.int().min(-1),
    assetId: count,
    amount: digits,
    userId: count,
    reason: reason.nullable(),
    failed: z.boolean(),
    claimed: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal("refill"), txHash: hash, assetId: count, amount: digits, address }),
  z.strictObject({ kind: z.literal("gas"), txHash: hash, assetId: count, amount: digits, address }),
  z.strictObject({
    kind: z.literal("payment"),
    txHash: hash,
    assetId: count,
    amount: digits,
    address,
    to: address,
  }),
  z.strictObject({
    kind: z.literal("sweep"),
    txHash: hash,
    assetId: count,
    amount: digits,
    address,
    to: address,
  }),
]);
const depositMove = move.options[0];

/** Records that a custody process may add. It issues no addresses, and nothing is restored from it. */
const addedRecord = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("chain-registered"), chainIndex: count, evmChainId: id }),
  z.strictObject({
    type: z.literal("advanced"),
    chainIndex: count,
    timeMs: count,
    blocks: z.array(z.strictObject({ number: count, hash, moves: z.array(move) })),
  }),
  z.strictObject({
    type: z.literal("reverted"),
    chainIndex: count,
    timeMs: count,
    toNumber: z.int().min(-1),
  }),
  z.strictObject({ type: z.literal("confirmed"), timeMs: count, depositIds: z.array(depositId) }),
  z.strictObject({ type: z.literal("crediting"), timeMs: count, depositIds: z.array(depositId) }),
  z.strictObject({ type: z.literal("credited"), timeMs: count, depositId, seq: id }),
  z.strictObject({ type: z.literal("ignored"), timeMs: count, depositId, reason }),
  z.strictObject({ type: z.literal("held"), timeMs: count, depositId, reason }),
  z.strictObject({ type: z.literal("reopened"), timeMs: count, depositId }),
  z.strictObject({ type: z.literal("settled"), timeMs: count, depositId, note: text }),
  z.strictObject({
    type: z.literal("found"),
    chainIndex: count,
    timeMs: count,
    blockNumber: count,
    move: depositMove,
  }),
  z.strictObject({
    type: z.literal("asset-known"),
    chainIndex: count,
    assetId: count,
    decimals: z.int().min(0).max(36),
  }),
  z.strictObject({ type: z.literal("loss-accepted"), timeMs: count, depositId }),
]);
export type AddedRecord = z.output<typeof addedRecord>;

/** Commands that a custody process may give. It approves nothing: that is decided by rules and people, in the core. */
const command = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("credit-deposit"),
    userId: count,
    assetId: count,
    amountUnits: id,
    chainIndex: count,
    txHash: hash,
    logIndex: z.int().min(-1),
    key: z.literal(""),
  }),
  z.strictObject({
    kind: z.literal("advance-withdrawal"),
    withdrawalId: id,
    status: z.enum(["signed", "broadcast"]),
    txHash: hash,
  }),
  z.strictObject({
    kind: z.literal("settle-withdrawal"),
    withdrawalId: id,
    outcome: z.enum(["confirmed", "returned"]),
    txHash: z.union([hash, z.literal("")]),
    reason: text,
  }),
]);
export type CustodyCommand = z.output<typeof command>;

const wallets = z.strictObject({
  depositKey: z.string().min(1).max(200),
  hotWallet: address,
  gasAccount: address,
});

const bigAmount = z.union([z.bigint().min(1n), digits.transform(BigInt)]);
/** A ChainSpec; in a file, its bigint are digits. */
export const chainSpec = z.strictObject({
  chain: z.string().regex(/^evm-[1-9][0-9]{0,15}$/),
  chainIndex: count,
  chainName: z.string().min(1).max(200),
  evmChainId: id,
  confirmationsRequired: id,
  etaSeconds: count,
  testnet: z.boolean(),
  kind: z.enum(["embedded", "simulated", "external"]),
  explorerUrl: z.string().max(1_000).nullable(),
  pollMs: count,
  firstBlock: count.optional(),
  assets: z.array(
    z.strictObject({
      assetId: count,
      symbol: z.string().regex(/^[A-Z0-9]{2,10}$/),
      token: address.nullable(),
      weiPerUnit: bigAmount,
      chainDecimals: z.int().min(0).max(36),
      minDepositUnits: count,
      withdrawalFeeUnits: count,
      minWithdrawalUnits: count,
      maxWithdrawalUnits: count,
    }),
  ),
});

/** Requests of a custody process to the core. */
export const askOfCustody = z.discriminatedUnion("kind", [
  /** The next part of the watchers' state. */
  z.strictObject({ kind: z.literal("seed") }),
  z.strictObject({ kind: z.literal("opened"), wallets, spec: chainSpec.nullable() }),
  z.strictObject({ kind: z.literal("commit"), record: addedRecord }),
  z.strictObject({ kind: z.literal("execute"), command }),
  z.strictObject({ kind: z.literal("withdrawals") }),
  z.strictObject({ kind: z.literal("solvency") }),
  z.strictObject({ kind: z.literal("is-closed"), userId: count }),
]);
export type AskOfCustody = z.output<typeof askOfCustody>;

const progress = z.strictObject({ txHash: hash, confirmations: count, confirmationsRequired: id });
/** What a custody process reports after a round of its chain. */
export const roundNews = z.strictObject({
  kind: z.literal("round"),
  chainIndex: count,
  pause: pause.nullable(),
  unconfirmed: z.array(text),
  unclaimed: z.array(z.strictObject({ userId: count, address, wei: z.bigint() })),
  progress: z.array(z.tuple([id, progress])),
});
export type RoundNews = z.output<typeof roundNews>;

/** Requests of the core to a custody process. */
export const askOfCore = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("issued"), userId: count, address }),
  z.strictObject({ kind: z.literal("explain"), chain: text, txHash: text, userId: count }),
  z.strictObject({ kind: z.literal("faucet"), userId: count, assetId: count, amountUnits: id }),
  z.strictObject({ kind: z.literal("credit"), depositId }),
  z.strictObject({ kind: z.literal("settle"), depositId, note: text }),
  z.strictObject({
    kind: z.literal("find"),
    chain: text,
    txHash: text,
    claim: z.strictObject({ userId: count, amount: text }).nullable(),
  }),
  z.strictObject({ kind: z.literal("accept-loss"), depositId }),
  z.strictObject({ kind: z.literal("custody") }),
  z.strictObject({ kind: z.literal("gas") }),
  z.strictObject({ kind: z.literal("status") }),
]);
export type AskOfCore = z.output<typeof askOfCore>;
export const newsOfCore = z.strictObject({ kind: z.literal("withdrawals") });

const place = z.strictObject({ host: z.string().max(300), port: count });
/** Answers of a custody process, by the kind of the request. */
export const answersToCore = {
  issued: z.null(),
  explain: z.strictObject({
    kind: z.enum([
      "not-found",
      "wrong-chain",
      "pending",
      "failed-transaction",
      "deposit",
      "not-scanned",
      "unknown-token",
      "internal-transfer",
      "other-address",
    ]),
    depositId: depositId.nullable(),
  }),
  faucet: z.strictObject({ chain: text, txHash: hash, address: text }).nullable(),
  credit: z.boolean(),
  settle: z.boolean(),
  find: z.union([z.array(depositId), text]),
  "accept-loss": z.boolean(),
  custody: z.array(
    z.strictObject({
      chain: text,
      assetId: count,
      symbol: text,
      chainDecimals: count,
      hotWallet: signedDigits,
      depositAddresses: signedDigits,
      outsideWorld: signedDigits,
      uncredited: signedDigits,
      platform: signedDigits,
      difference: signedDigits,
      liabilities: signedDigits,
    }),
  ),
  gas: z.array(
    z.strictObject({
      chain: text,
      chainName: text,
      address: text,
      coin: text,
      balance: digits,
      sweeps: count,
      isLow: z.boolean(),
    }),
  ),
  /** Whether the signer answers, and the processes behind this one that answer. */
  status: z.strictObject({
    signer: z.enum(["well", "down"]),
    processes: z.array(z.strictObject({ role: z.enum(["signer", "chain"]), place })),
  }),
} as const;

const listedSymbols = z.array(z.strictObject({ assetId: count, symbol: text, scale: count }));
/** A part of the watchers' state, as records that rebuild it. The core's own records are not checked again. */
export const seedPart = z.strictObject({
  records: z.array(z.looseObject({ type: z.string() })),
  isLast: z.boolean(),
  listed: listedSymbols,
  wallets: wallets.nullable(),
});

const executed = z.looseObject({ seq: count, replayedSeq: count, error: z.string().optional() });
/** Answers of the core that are no views of its engine. */
export const answersToCustody = {
  seed: seedPart,
  opened: z.null(),
  commit: z.null(),
  execute: executed,
  withdrawals: z.looseObject({
    withdrawals: z.array(z.looseObject({ withdrawalId: id, status: z.string() })),
  }),
  solvency: z.looseObject({ assets: z.array(z.looseObject({ assetId: count })) }),
  "is-closed": z.boolean().nullable(),
} as const;
