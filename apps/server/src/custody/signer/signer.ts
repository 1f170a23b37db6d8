import type { PrivateKeyAccount } from "viem/accounts";
import { keccak256 } from "viem/utils";
import {
  MAX_FEE_PER_GAS,
  MAX_GAS_FUNDING,
  MAX_GAS_FUNDING_PER_DAY,
  MAX_GAS_LIMIT,
  type SignerLimits,
} from "../../config/chain/signer-limits.ts";
import { RecordStore } from "../../kit/durable/record-store.ts";
import { transferCall } from "./erc20.ts";
import type { SignerKeys } from "./signer-keys.ts";
import type {
  PaymentState,
  SignedTransaction,
  SignerAnswers,
  SignerRefusal,
  SignerRequest,
} from "./signer-messages.ts";
import type { SignerRecord } from "./signer-records.ts";
import { type OpenedAsset, type Payment, SignerState } from "./signer-state.ts";

/** Chains of Anvil, Hardhat and Ganache. */
const DEVELOPMENT_CHAIN_IDS = new Set([31_337, 1_337]);
/** Nodes accept a replacement transaction if its fee is at least 10% higher. */
const RAISE_NUMERATOR = 110n;
const RAISE_DENOMINATOR = 100n;
const PLAIN_TRANSFER_GAS = 21_000;

type Request<K extends SignerRequest["kind"]> = Extract<SignerRequest, { kind: K }>;
interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

export class SignerRefused extends Error {
  readonly refusal: SignerRefusal;

  constructor(refusal: SignerRefusal) {
    super(`the signer rejected the request: ${refusal}`);
    this.name = "SignerRefused";
    this.refusal = refusal;
  }
}

export interface SignerOptions {
  readonly directory: string;
  readonly mode: "sandbox" | "live";
  readonly keys: SignerKeys;
  readonly limits: SignerLimits;
  readonly nowMs: () => number;
  readonly onFailure: (error: Error) => void;
}

/**
 * Signs transactions, and stores each signature before it returns it. A withdrawal keeps its nonce forever: anything
 * signed for it later is the same payment with that nonce, so that the chain can execute it only once.
 */
export class Signer {
  private readonly options: SignerOptions;
  private readonly store: RecordStore<SignerRecord, SignerState>;
  /** Requests are answered one at a time, so that no nonce is used twice. */
  private turn: Promise<unknown> = Promise.resolve();

  /** Throws the journal's errors for a locked or damaged directory. */
  constructor(options: SignerOptions) {
    this.options = options;
    this.store = RecordStore.open<SignerRecord, SignerState>(options.directory, {
      name: "signer",
      newState: () => new SignerState(),
      worthRewriting: (state) => state.isWorthRewriting,
      nowMs: options.nowMs,
      onFailure: options.onFailure,
    });
  }

  /** Rejects with SignerRefused, or if the journal cannot be written. */
  answer(request: SignerRequest): Promise<SignerAnswers[keyof SignerAnswers]> {
    const answered = this.turn.then(() => this.handle(request));
    this.turn = answered.catch(() => undefined);
    return answered;
  }

  close(): void {
    this.store.close();
  }

  private handle(request: SignerRequest): Promise<SignerAnswers[keyof SignerAnswers]> {
    switch (request.kind) {
      case "describe":
        return Promise.resolve(this.describe());
      case "open-asset":
        return this.openAsset(request);
      case "pay":
        return this.pay(request);
      case "raise-fee":
        return this.raiseFee(request);
      case "look-up":
        return Promise.resolve(request.withdrawalIds.map((id) => this.stateOf(id)));
      case "cancel":
        return this.cancel(request.withdrawalId);
      case "forget":
        return this.forget(request.withdrawalId);
      case "sweep":
        return this.sweep(request);
      case "fund-gas":
        return this.fundGas(request);
    }
  }

  private describe(): SignerAnswers["describe"] {
    const { depositKey, hotWallet, gasAccount } = this.options.keys;
    return {
      depositKey,
      hotWallet: lowerCase(hotWallet.address),
      gasAccount: lowerCase(gasAccount.address),
    };
  }

  private async openAsset({ chainId, symbol, token, decimals }: Request<"open-asset">): Promise<null> {
    if (this.options.mode === "live" && DEVELOPMENT_CHAIN_IDS.has(chainId))
      throw new SignerRefused("development-chain");
    const known = this.store.state.asset(chainId, symbol);
    if (known === undefined) {
      await this.store.commit({ type: "asset-opened", chainId, symbol, token, decimals });
    } else if (known.token !== token || known.decimals !== decimals) {
      throw new SignerRefused("other-asset");
    }
    return null;
  }

  private async pay(request: Request<"pay">): Promise<PaymentState> {
    const { withdrawalId, chainId, symbol, to, amount, minedNonce } = request;
    const { state } = this.store;
    const { nowMs, limits, keys } = this.options;
    const known = state.payment(withdrawalId);
    if (known !== undefined) {
      const isSame =
        known.chainId === chainId &&
        known.symbol === symbol &&
        known.to === to &&
        known.amount === String(amount);
      if (!isSame) throw new SignerRefused("other-contents");
      return this.stateOf(withdrawalId);
    }
    if (state.isCancelled(withdrawalId)) throw new SignerRefused("cancelled");
    const asset = this.assetOf(chainId, symbol);
    if (to === lowerCase(keys.hotWallet.address) || to === lowerCase(keys.gasAccount.address))
      throw new SignerRefused("own-address");
    const limit = limits.of(symbol, asset.decimals);
    if (amount > limit.perTransaction) throw new SignerRefused("over-transaction-limit");
    const timeMs = nowMs();
    if (state.paidInDay(chainId, symbol, timeMs) + amount > limit.perDay)
      throw new SignerRefused("over-day-limit");
    assertFees(request, request.gasLimit);
    const nonce = state.nextNonce(chainId);
    if (minedNonce > nonce) throw new SignerRefused("journal-behind");
    const payment = {
      withdrawalId,
      timeMs,
      chainId,
      symbol,
      to,
      amount: String(amount),
      gasLimit: request.gasLimit,
      nonce,
    };
    const transaction = await this.signPayment(payment, asset, request);
    await this.store.commit({ type: "payment-signed", ...payment, transactions: [transaction] });
    return this.stateOf(withdrawalId);
  }

  private async raiseFee(request: Request<"raise-fee">): Promise<PaymentState> {
    const { withdrawalId } = request;
    const payment = this.store.state.payment(withdrawalId);
    const newest = payment?.transactions.at(-1);
    if (payment === undefined || newest === undefined) throw new SignerRefused("not-signed");
    const isEnough =
      request.maxFeePerGas * RAISE_DENOMINATOR >= BigInt(newest.maxFeePerGas) * RAISE_NUMERATOR &&
      request.maxPriorityFeePerGas * RAISE_DENOMINATOR >=
        BigInt(newest.maxPriorityFeePerGas) * RAISE_NUMERATOR;
    if (!isEnough) return this.stateOf(withdrawalId);
    assertFees(request, payment.gasLimit);
    const asset = this.assetOf(payment.chainId, payment.symbol);
    const transaction = await this.signPayment(payment, asset, request);
    await this.store.commit({ type: "fee-raised", withdrawalId, transaction });
    return this.stateOf(withdrawalId);
  }

  private async cancel(withdrawalId: number): Promise<null> {
    const { state } = this.store;
    if (state.payment(withdrawalId) !== undefined) throw new SignerRefused("signed");
    if (!state.isCancelled(withdrawalId))
      await this.store.commit({ type: "payment-cancelled", withdrawalId });
    return null;
  }

  private async forget(withdrawalId: number): Promise<null> {
    const payment = this.store.state.payment(withdrawalId);
    if (payment !== undefined && payment.transactions.length > 0)
      await this.store.commit({ type: "payment-final", withdrawalId });
    return null;
  }

  private sweep(request: Request<"sweep">): Promise<SignedTransaction> {
    const { userId, chainId, symbol, amount } = request;
    const asset = this.assetOf(chainId, symbol);
    assertFees(request, request.gasLimit);
    const { keys } = this.options;
    return sign(keys.depositAccount(userId), {
      ...request,
      ...transferOf(asset, lowerCase(keys.hotWallet.address), amount),
    });
  }

  private async fundGas(request: Request<"fund-gas">): Promise<SignedTransaction> {
    const { userId, chainId, amount } = request;
    const { keys, nowMs } = this.options;
    const { state } = this.store;
    if (this.options.mode === "live" && DEVELOPMENT_CHAIN_IDS.has(chainId))
      throw new SignerRefused("development-chain");
    assertFees(request, PLAIN_TRANSFER_GAS);
    const timeMs = nowMs();
    if (amount > MAX_GAS_FUNDING) throw new SignerRefused("over-transaction-limit");
    if (state.gasInDay(chainId, timeMs) + amount > MAX_GAS_FUNDING_PER_DAY)
      throw new SignerRefused("over-day-limit");
    await this.store.commit({ type: "gas-funded", timeMs, chainId, amount: String(amount) });
    return sign(keys.gasAccount, {
      ...request,
      to: lowerCase(keys.depositAccount(userId).address),
      value: amount,
      data: "0x",
      gasLimit: PLAIN_TRANSFER_GAS,
    });
  }

  private signPayment(
    payment: Omit<Payment, "transactions">,
    asset: OpenedAsset,
    { maxFeePerGas, maxPriorityFeePerGas }: Fees,
  ): Promise<SignedTransaction> {
    return sign(this.options.keys.hotWallet, {
      ...payment,
      ...transferOf(asset, payment.to, BigInt(payment.amount)),
      maxFeePerGas,
      maxPriorityFeePerGas,
    });
  }

  private assetOf(chainId: number, symbol: string): OpenedAsset {
    const asset = this.store.state.asset(chainId, symbol);
    if (asset === undefined) throw new SignerRefused("unknown-asset");
    return asset;
  }

  private stateOf(withdrawalId: number): PaymentState {
    const payment = this.store.state.payment(withdrawalId);
    if (payment !== undefined) {
      const { nonce, gasLimit, transactions, finalHashes = [] } = payment;
      return { kind: "signed", nonce, gasLimit, transactions, finalHashes };
    }
    return { kind: this.store.state.isCancelled(withdrawalId) ? "cancelled" : "unsigned" };
  }
}

const lowerCase = (address: string): `0x${string}` => address.toLowerCase() as `0x${string}`;

function assertFees({ maxFeePerGas, maxPriorityFeePerGas }: Fees, gasLimit: number): void {
  const isFine =
    maxFeePerGas <= MAX_FEE_PER_GAS && maxPriorityFeePerGas <= maxFeePerGas && gasLimit <= MAX_GAS_LIMIT;
  if (!isFine) throw new SignerRefused("over-fee-limit");
}

/** The chain's own coin is sent as value, a token by calling its contract. */
function transferOf({ token }: OpenedAsset, to: `0x${string}`, amount: bigint) {
  return token === null
    ? ({ to, value: amount, data: "0x" } as const)
    : ({ to: token, value: 0n, data: transferCall(to, amount) } as const);
}

async function sign(
  account: PrivateKeyAccount,
  transaction: Fees & {
    readonly chainId: number;
    readonly nonce: number;
    readonly gasLimit: number;
    readonly to: `0x${string}`;
    readonly value: bigint;
    readonly data: `0x${string}`;
  },
): Promise<SignedTransaction> {
  const { chainId, nonce, to, value, data, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const raw = await account.signTransaction({
    type: "eip1559",
    chainId,
    nonce,
    to,
    value,
    data,
    gas: BigInt(gasLimit),
    maxFeePerGas,
    maxPriorityFeePerGas,
  });
  return {
    hash: keccak256(raw),
    raw,
    maxFeePerGas: String(maxFeePerGas),
    maxPriorityFeePerGas: String(maxPriorityFeePerGas),
  };
}
