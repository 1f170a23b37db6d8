import {
  MAX_FEE_PER_GAS,
  MAX_GAS_FUNDING,
  MAX_GAS_FUNDING_PER_DAY,
  MAX_GAS_LIMIT,
  type SignerLimits,
} from "../../config/chain/signer-limits.ts";
import { RecordStore } from "../../kit/durable/record-store.ts";
import type { Hex } from "../../kit/hex.ts";
import { type Fees, signTransaction, transferOf } from "./sign-transaction.ts";
import type { SignerKeys } from "./signer-keys.ts";
import {
  type PaymentState,
  SIGNER_VERSION,
  type SignedTransaction,
  type SignerAnswers,
  type SignerGreeting,
  type SignerRefusal,
  type SignerRequest,
} from "./signer-messages.ts";
import type { SignerRecord } from "./signer-records.ts";
import { isLower, type OpenedAsset, type Payment, type Rank, SignerState } from "./signer-state.ts";

/** Chains of Anvil, Hardhat and Ganache. */
const DEVELOPMENT_CHAIN_IDS = new Set([31_337, 1_337]);
/** Nodes accept a replacement transaction if its fee is at least 10% higher. */
const RAISE_NUMERATOR = 110n;
const RAISE_DENOMINATOR = 100n;
const PLAIN_TRANSFER_GAS = 21_000;

type Request<K extends SignerRequest["kind"]> = Extract<SignerRequest, { kind: K }>;

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

  /** Highest term of a core that has connected; 0 outside a cluster. */
  get term(): number {
    return this.store.state.term;
  }

  get rank(): Rank {
    return this.store.state.rank;
  }

  /**
   * Admits a core: binds the keys to its exchange and stores its term, so that requests of lower terms are refused from
   * now on, across restarts too. Rejects with SignerRefused, or if the journal cannot be written.
   */
  greet(core: string, { exchange, mode, term, session = 0, version }: SignerGreeting): Promise<void> {
    return this.inTurn(async () => {
      const { state } = this.store;
      if (version !== SIGNER_VERSION) throw new SignerRefused("other-version");
      if (mode !== this.options.mode) throw new SignerRefused("other-mode");
      if (exchange === null) return;
      if (state.exchange !== undefined && state.exchange !== exchange)
        throw new SignerRefused("other-exchange");
      const rank = { term, session };
      if (isLower(rank, state.rank)) throw new SignerRefused("lower-term");
      if (state.exchange === undefined) await this.store.commit({ type: "exchange-bound", exchange });
      if (isLower(state.rank, rank))
        await this.store.commit({ type: "term-seen", term, ...(session > 0 && { session }), core });
    });
  }

  /**
   * Accepts lower terms again, after the exchange's database was restored. Does nothing unless `term` is the highest one
   * seen, and at most once for each term. @returns whether it did
   */
  forgetTerm(term: number): Promise<boolean> {
    return this.inTurn(async () => {
      const { state } = this.store;
      if (term === 0 || term !== state.term || term === state.lastForgottenTerm) return false;
      await this.store.commit({ type: "term-forgotten", term });
      return true;
    });
  }

  /**
   * Rejects with SignerRefused, or if the journal cannot be written.
   * @param rank of the one that asks; undefined for the server that started this signer
   */
  answer(request: SignerRequest, rank?: Rank): Promise<SignerAnswers[keyof SignerAnswers]> {
    return this.inTurn(() => {
      // Checked in turn: one with a higher term may have connected since the request arrived.
      if (rank !== undefined && isLower(rank, this.rank)) throw new SignerRefused("lower-term");
      return this.handle(request);
    });
  }

  close(): void {
    this.store.close();
  }

  private inTurn<T>(job: () => T | Promise<T>): Promise<T> {
    const done = this.turn.then(job);
    this.turn = done.catch(() => undefined);
    return done;
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
    const { keys, limits } = this.options;
    const { depositKey, hotWallet, gasAccount } = keys;
    return {
      depositKey,
      hotWallet: lowerCase(hotWallet.address),
      gasAccount: lowerCase(gasAccount.address),
      limits: limits.text,
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
    return signTransaction(keys.depositAccount(userId), {
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
    return signTransaction(keys.gasAccount, {
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
    return signTransaction(this.options.keys.hotWallet, {
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

const lowerCase = (address: string): Hex => address.toLowerCase() as Hex;

function assertFees({ maxFeePerGas, maxPriorityFeePerGas }: Fees, gasLimit: number): void {
  const isFine =
    maxFeePerGas <= MAX_FEE_PER_GAS && maxPriorityFeePerGas <= maxFeePerGas && gasLimit <= MAX_GAS_LIMIT;
  if (!isFine) throw new SignerRefused("over-fee-limit");
}
