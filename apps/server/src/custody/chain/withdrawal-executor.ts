import type { Command } from "@candor/domain/commands/commands";
import type { EnginePort } from "@candor/domain/engine-port";
import type { WithdrawalState } from "@candor/domain/events/events";
import type { Units } from "@candor/money/brand";
import { MAX_GAS_LIMIT } from "../../config/chain/signer-limits.ts";
import type { Hex } from "../../kit/hex.ts";
import type { SignerPort } from "../signer/signer-connection.ts";
import { SignerRefusedError } from "../signer/signer-errors.ts";
import type { PaymentState, SignedTransaction, SignerRefusal } from "../signer/signer-messages.ts";
import type { ChainLog } from "./chain-log.ts";
import type { WithdrawalProgress } from "./chain-port.ts";
import type { ChainAsset, ChainSpec } from "./chain-spec.ts";
import type { ChainWatcher } from "./chain-watcher.ts";
import type { EvmChain, Receipt } from "./evm-chain.ts";
import { feesFor, raisedFees, transferOf, transferSucceeded } from "./hot-wallet.ts";
import { netWei, payRequest } from "./pay-request.ts";
import { PaymentRound } from "./payment-round.ts";
import { isToBeMined, mostGasOf, newestOf, type SignedState } from "./signed-payment.ts";

/** A call may need slightly more gas when mined than when simulated. */
const GAS_MARGIN_NUMERATOR = 13n;
const GAS_MARGIN_DENOMINATOR = 10n;
/** Number of withdrawals looked up at the signer per message. */
const LOOK_UP_AT_ONCE = 500;

/** Why a withdrawal was returned. */
type ReturnReason = "recipient-refused" | "transaction-failed" | "over-limit" | "address-refused";

export interface ExecutorOptions {
  readonly spec: ChainSpec;
  readonly chain: EvmChain;
  readonly watcher: ChainWatcher;
  readonly signer: SignerPort;
  readonly hotWallet: Hex;
  readonly engine: Pick<EnginePort, "execute" | "withdrawalsView">;
  /** A transaction unmined for this long gets a higher fee. */
  readonly stuckAfterMs: number;
  readonly nowMs: () => number;
  readonly log: ChainLog;
  readonly progressed: (withdrawalId: number, progress: WithdrawalProgress) => void;
}

/**
 * Completes approved withdrawals. It keeps no state of its own: the exchange knows each withdrawal's step, and the
 * signer what it signed. A round restarted after any crash does the remaining work exactly once.
 */
export class WithdrawalExecutor {
  private readonly options: ExecutorOptions;
  private readonly progressById = new Map<number, WithdrawalProgress>();
  private readonly offeredAtMs = new Map<number, number>();
  private readonly lastWarnings = new Map<number, string>();
  private readonly shortfallByAsset = new Map<number, bigint>();
  private underWay = 0;

  constructor(options: ExecutorOptions) {
    this.options = options;
  }

  /** Whether signed withdrawals are not final yet and need blocks. */
  get isUnderWay(): boolean {
    return this.underWay > 0;
  }

  /** Returns the amount missing in the hot wallet for waiting withdrawals, in wei. */
  shortfall(assetId: number): bigint {
    return this.shortfallByAsset.get(assetId) ?? 0n;
  }

  progress(withdrawalId: number): WithdrawalProgress | undefined {
    return this.progressById.get(withdrawalId);
  }

  /** Returns the progress of all withdrawals that are signed and not final. */
  allProgress(): readonly (readonly [number, WithdrawalProgress])[] {
    return [...this.progressById];
  }

  /** Returns amounts paid on the chain but not yet in the exchange's journal, in wei. */
  async paidAhead(): Promise<ReadonlyMap<number, bigint>> {
    const paid = new Map<number, bigint>();
    for (const [withdrawal, payment] of await this.openPayments()) {
      const asset = this.assetOf(withdrawal);
      if (payment.kind !== "signed" || asset === undefined) continue;
      const receipt = await this.receiptOf(payment);
      if (receipt === undefined || this.options.watcher.confirmationsOf(receipt.blockNumber) === 0) continue;
      if (!this.isPaid(withdrawal, asset, receipt)) continue;
      paid.set(asset.assetId, (paid.get(asset.assetId) ?? 0n) + netWei(asset, withdrawal));
    }
    return paid;
  }

  /** @returns the number of open withdrawals of this chain. Rejects when chain, signer or exchange do not answer. */
  async run(): Promise<number> {
    const open = await this.openPayments();
    this.shortfallByAsset.clear();
    this.underWay = open.filter(([, payment]) => isToBeMined(payment)).length;
    this.forgetEnded(open);
    if (open.length === 0) return 0;
    const receipts = new Map<number, Receipt>();
    for (const [{ withdrawalId }, payment] of open) {
      const receipt = payment.kind === "signed" ? await this.receiptOf(payment) : undefined;
      if (receipt !== undefined) receipts.set(withdrawalId, receipt);
    }
    const { chain, spec, hotWallet } = this.options;
    const round = await PaymentRound.look(chain, spec, hotWallet);
    for (const [withdrawal, payment] of open) {
      const asset = this.assetOf(withdrawal);
      if (!isToBeMined(payment) || receipts.has(withdrawal.withdrawalId)) continue;
      if (asset !== undefined) round.promise(asset, netWei(asset, withdrawal));
      round.promiseGas(mostGasOf(payment));
    }
    for (const [withdrawal, payment] of open) {
      const asset = this.assetOf(withdrawal);
      if (asset === undefined) this.warnOnce(withdrawal, "its asset is no longer configured");
      else await this.carry(withdrawal, asset, payment, receipts.get(withdrawal.withdrawalId), round);
    }
    return open.length;
  }

  private async carry(
    withdrawal: WithdrawalState,
    asset: ChainAsset,
    payment: PaymentState,
    receipt: Receipt | undefined,
    round: PaymentRound,
  ): Promise<void> {
    switch (payment.kind) {
      case "cancelled":
        return this.giveBack(withdrawal, "recipient-refused");
      case "unsigned":
        // The exchange has a signature that the signer does not have: the signer's journal has been replaced.
        if (withdrawal.status !== "approved")
          return this.warnOnce(withdrawal, "the signer has no record of its signature; not signing again");
        return this.begin(withdrawal, asset, round);
      case "signed":
        if (withdrawal.status === "approved" && !(await this.isSignedFor(withdrawal, asset, payment, round)))
          return this.giveBack(withdrawal, "transaction-failed");
        if (receipt !== undefined) return this.follow(withdrawal, asset, receipt, round);
        if (!isToBeMined(payment))
          return this.warnOnce(withdrawal, "the signer recorded it as final, but it is not on the chain");
        return this.push(withdrawal, payment, round);
    }
  }

  private async begin(withdrawal: WithdrawalState, asset: ChainAsset, round: PaymentRound): Promise<void> {
    const { chain, signer, hotWallet } = this.options;
    const wei = netWei(asset, withdrawal);
    const to = withdrawal.address.toLowerCase() as Hex;
    if (!this.isCovered(withdrawal, asset, wei, round)) return;
    const outcome = await chain.simulate(transferOf(asset, hotWallet, to, wei));
    if (outcome.kind === "unfunded") return this.warnOnce(withdrawal, "the hot wallet has no coins for gas");
    if (outcome.kind === "reverts") return this.decline(withdrawal, "recipient-refused");
    const gasLimit = (outcome.gas * GAS_MARGIN_NUMERATOR) / GAS_MARGIN_DENOMINATOR;
    if (gasLimit > MAX_GAS_LIMIT) return this.decline(withdrawal, "recipient-refused");
    const fees = feesFor(round.rates);
    const gas = gasLimit * fees.maxFeePerGas;
    // Coins pay their own gas. A signed transaction that cannot pay it is never mined and blocks all later ones.
    if (asset.token === null && !this.isCovered(withdrawal, asset, wei + gas, round)) return;
    if (!round.hasGas(gas)) return this.warnOnce(withdrawal, "the hot wallet has no coins for gas");
    try {
      const signed = await signer.ask<"pay">(
        payRequest(withdrawal, asset, this.options.spec, Number(gasLimit), round),
      );
      round.promise(asset, wei);
      round.promiseGas(gas);
      this.underWay++;
      if (signed.kind === "signed") await this.push(withdrawal, signed, round);
    } catch (error) {
      if (!(error instanceof SignerRefusedError)) throw error;
      await this.refused(withdrawal, error.refusal);
    }
  }

  /**
   * Whether the signer's payment of that number is this withdrawal. After a restore to an earlier state, the number may be
   * one of a withdrawal that the exchange has lost: the signer never signs another one with it, and the lost one must not
   * be broadcast in its place.
   */
  private async isSignedFor(
    withdrawal: WithdrawalState,
    asset: ChainAsset,
    { gasLimit }: SignedState,
    round: PaymentRound,
  ): Promise<boolean> {
    try {
      await this.options.signer.ask<"pay">(payRequest(withdrawal, asset, this.options.spec, gasLimit, round));
      return true;
    } catch (error) {
      if (error instanceof SignerRefusedError && error.refusal === "other-contents") return false;
      throw error;
    }
  }

  private async refused(withdrawal: WithdrawalState, refusal: SignerRefusal): Promise<void> {
    if (refusal === "over-transaction-limit") return this.decline(withdrawal, "over-limit");
    if (refusal === "own-address") return this.decline(withdrawal, "address-refused");
    // All other refusals are temporary or need an operator; the money stays frozen and visible.
    this.warnOnce(withdrawal, `rejected by the signer: ${refusal}`);
  }

  /** Returns the money after the signer has promised never to sign the withdrawal. */
  private async decline(withdrawal: WithdrawalState, reason: ReturnReason): Promise<void> {
    await this.options.signer.ask<"cancel">({ kind: "cancel", withdrawalId: withdrawal.withdrawalId });
    await this.giveBack(withdrawal, reason);
  }

  /** Handles a signed, unmined payment: reports it to the exchange, broadcasts it, and raises the fee in time. */
  private async push(withdrawal: WithdrawalState, payment: SignedState, round: PaymentRound): Promise<void> {
    const { withdrawalId } = withdrawal;
    let newest = newestOf(payment);
    const isTold =
      withdrawal.status !== "approved" || (await this.advance(withdrawal, "signed", newest.hash));
    // A payment that the exchange does not accept as signed must never be broadcast.
    if (!isTold) return;
    const { chain, nowMs, stuckAfterMs } = this.options;
    const offeredAtMs = this.offeredAtMs.get(withdrawalId);
    const isNext = payment.nonce === round.minedNonce;
    if (offeredAtMs !== undefined && isNext && nowMs() - offeredAtMs > stuckAfterMs)
      newest = await this.raise(withdrawal, newest, round);
    else if (offeredAtMs !== undefined && (await chain.transaction(newest.hash)) !== undefined) return;
    const result = await chain.broadcast(newest.raw);
    if (result.kind === "refused")
      return this.warnOnce(withdrawal, `rejected by the chain: ${result.reason}`);
    if (result.kind === "underpriced") newest = await this.raise(withdrawal, newest, round);
    if (!this.offeredAtMs.has(withdrawalId)) this.offeredAtMs.set(withdrawalId, nowMs());
    await this.advance(withdrawal, "broadcast", newest.hash);
    this.tell(withdrawalId, newest.hash, 0);
  }

  private async raise(
    { withdrawalId }: WithdrawalState,
    before: SignedTransaction,
    round: PaymentRound,
  ): Promise<SignedTransaction> {
    const { signer, nowMs, log } = this.options;
    this.offeredAtMs.set(withdrawalId, nowMs());
    const offered = {
      maxFeePerGas: BigInt(before.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(before.maxPriorityFeePerGas),
    };
    const fees = raisedFees(offered, round.rates);
    try {
      const raised = await signer.ask<"raise-fee">({
        kind: "raise-fee",
        withdrawalId,
        maxFeePerGas: String(fees.maxFeePerGas),
        maxPriorityFeePerGas: String(fees.maxPriorityFeePerGas),
      });
      log.info({ withdrawalId, maxFeePerGas: String(fees.maxFeePerGas) }, "raising a withdrawal's fee");
      return raised.kind === "signed" ? newestOf(raised) : before;
    } catch (error) {
      if (!(error instanceof SignerRefusedError)) throw error;
      log.warn({ withdrawalId, refusal: error.refusal }, "the signer refuses to raise the fee further");
      return before;
    }
  }

  /** Handles a mined payment: confirms or returns it once it is deep enough. */
  private async follow(
    withdrawal: WithdrawalState,
    asset: ChainAsset,
    receipt: Receipt,
    round: PaymentRound,
  ): Promise<void> {
    const { watcher, spec, engine, signer } = this.options;
    const { withdrawalId } = withdrawal;
    const { txHash, blockNumber } = receipt;
    const isTold = withdrawal.status !== "approved" || (await this.advance(withdrawal, "signed", txHash));
    if (!isTold || !(await this.advance(withdrawal, "broadcast", txHash))) return;
    const known = watcher.ledger.hashOf(blockNumber);
    // Older than the window: there is no hash to compare, and no reorganization reaches it.
    const isMoved = known !== undefined && known !== receipt.blockHash;
    const confirmations = isMoved ? 0 : watcher.confirmationsOf(blockNumber);
    this.tell(withdrawalId, txHash, Math.min(confirmations, spec.confirmationsRequired));
    if (confirmations < spec.confirmationsRequired || blockNumber > round.settledNumber) return;
    // The chain may have dropped it between reading the receipt and the settled block; it would then be in another
    // block.
    if ((await this.options.chain.receipt(txHash))?.blockHash !== receipt.blockHash) return;
    if (!this.isPaid(withdrawal, asset, receipt)) {
      await this.giveBack(withdrawal, "transaction-failed");
    } else {
      const { executed } = await engine.execute({
        kind: "settle-withdrawal",
        withdrawalId,
        outcome: "confirmed",
        txHash,
        reason: "",
      });
      if (executed.error !== undefined) return this.warnOnce(withdrawal, executed.error);
    }
    await signer.ask<"forget">({ kind: "forget", withdrawalId });
  }

  private async giveBack(withdrawal: WithdrawalState, reason: ReturnReason): Promise<void> {
    const { engine, log } = this.options;
    const { withdrawalId } = withdrawal;
    const { executed } = await engine.execute({
      kind: "settle-withdrawal",
      withdrawalId,
      outcome: "returned",
      txHash: "",
      reason,
    });
    if (executed.error !== undefined) this.warnOnce(withdrawal, executed.error);
    else log.warn({ withdrawalId, reason }, "withdrawal returned");
  }

  /** @returns whether the exchange now has it at this step */
  private async advance(
    withdrawal: WithdrawalState,
    status: Extract<Command, { kind: "advance-withdrawal" }>["status"],
    txHash: Hex,
  ): Promise<boolean> {
    if (withdrawal.status === status && withdrawal.txHash === txHash) return true;
    const { withdrawalId } = withdrawal;
    const command = { kind: "advance-withdrawal", withdrawalId, status, txHash } as const;
    const { executed } = await this.options.engine.execute(command);
    if (executed.error === undefined) return true;
    this.warnOnce(withdrawal, `the exchange rejects the status ${status}: ${executed.error}`);
    return false;
  }

  private async openPayments(): Promise<readonly (readonly [WithdrawalState, PaymentState])[]> {
    const { engine, spec, signer } = this.options;
    const { withdrawals } = await engine.withdrawalsView();
    const own = withdrawals.filter(
      ({ chainIndex, status }) =>
        chainIndex === spec.chainIndex &&
        (status === "approved" || status === "signed" || status === "broadcast"),
    );
    const payments: (readonly [WithdrawalState, PaymentState])[] = [];
    for (let at = 0; at < own.length; at += LOOK_UP_AT_ONCE) {
      const part = own.slice(at, at + LOOK_UP_AT_ONCE);
      const withdrawalIds = part.map(({ withdrawalId }) => withdrawalId);
      const found = await signer.ask<"look-up">({ kind: "look-up", withdrawalIds });
      for (const [index, payment] of found.entries()) {
        const withdrawal = part[index];
        if (withdrawal !== undefined) payments.push([withdrawal, payment]);
      }
    }
    return payments;
  }

  /**
   * Returns the receipt of whichever transaction was mined. A restored exchange may not know of an outcome that the
   * signer knows.
   */
  private async receiptOf({ transactions, finalHashes }: SignedState): Promise<Receipt | undefined> {
    for (const hash of [...finalHashes, ...transactions.map((signed) => signed.hash)].toReversed()) {
      const receipt = await this.options.chain.receipt(hash);
      if (receipt !== undefined) return receipt;
    }
    return undefined;
  }

  private isCovered(
    withdrawal: WithdrawalState,
    asset: ChainAsset,
    wei: bigint,
    round: PaymentRound,
  ): boolean {
    const lacking = round.lacking(asset, wei);
    if (lacking <= 0n) return true;
    this.shortfallByAsset.set(asset.assetId, this.shortfall(asset.assetId) + lacking);
    this.warnOnce(withdrawal, "the hot wallet's balance is too low");
    return false;
  }

  private isPaid(withdrawal: WithdrawalState, asset: ChainAsset, receipt: Receipt): boolean {
    const to = withdrawal.address.toLowerCase() as Hex;
    const net = (withdrawal.amountUnits - withdrawal.feeUnits) as Units;
    return transferSucceeded(receipt, asset, this.options.hotWallet, to, net);
  }

  private assetOf({ assetId }: WithdrawalState): ChainAsset | undefined {
    return this.options.spec.assets.find((asset) => asset.assetId === assetId);
  }

  private tell(withdrawalId: number, txHash: Hex, confirmations: number): void {
    const before = this.progressById.get(withdrawalId);
    if (before?.txHash === txHash && before.confirmations === confirmations) return;
    const { confirmationsRequired } = this.options.spec;
    const progress = { txHash, confirmations, confirmationsRequired };
    this.progressById.set(withdrawalId, progress);
    this.options.progressed(withdrawalId, progress);
  }

  private forgetEnded(open: readonly (readonly [WithdrawalState, PaymentState])[]): void {
    const ids = new Set(open.map(([{ withdrawalId }]) => withdrawalId));
    for (const map of [this.progressById, this.offeredAtMs, this.lastWarnings])
      for (const id of map.keys()) if (!ids.has(id)) map.delete(id);
  }

  /** Warns once per new problem of a withdrawal, not once per second. */
  private warnOnce({ withdrawalId }: WithdrawalState, problem: string): void {
    if (this.lastWarnings.get(withdrawalId) === problem) return;
    this.lastWarnings.set(withdrawalId, problem);
    this.options.log.warn({ withdrawalId, chain: this.options.spec.chain, problem }, "withdrawal stalled");
  }
}
