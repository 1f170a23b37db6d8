import type { EnginePort } from "@candor/domain/engine-port";
import type { DepositReason } from "@candor/domain/enumerations";
import type { Hex } from "../../kit/hex.ts";
import type { ChainLog } from "./chain-log.ts";
import { type ChainAsset, type ChainSpec, unitsOf } from "./chain-spec.ts";
import type { ChainWatcher } from "./chain-watcher.ts";
import { FIRST_INTERNAL_POSITION, isInternal, NATIVE_POSITION } from "./deposit-id.ts";
import type { EvmChain } from "./evm-chain.ts";
import type { DepositRecord } from "./watch-records.ts";
import type { WatchStore } from "./watch-store.ts";

/** Number of deposits checked and credited in parallel. */
const CREDITS_AT_ONCE = 64;

/** Rejections of a credit by the exchange. */
const REFUSALS: Readonly<Record<string, DepositReason>> = {
  "request.parameterError": "account-closed",
  "wallet.amountError": "over-limit",
};
/** Confirmed deposits that a retry cannot fix. */
const HELD: ReadonlySet<DepositReason> = new Set(["over-limit", "account-closed", "not-offered", "unproven"]);

/**
 * Whether a user's account is closed, so that nobody can reach its money. Undefined when not known yet; nothing is
 * credited then.
 */
export type IsClosed = (userId: number) => boolean | undefined | Promise<boolean | undefined>;

export interface CreditOptions {
  readonly spec: ChainSpec;
  readonly chain: EvmChain;
  readonly store: WatchStore;
  readonly watcher: ChainWatcher;
  readonly engine: Pick<EnginePort, "execute">;
  readonly isClosed: IsClosed;
  readonly nowMs: () => number;
  readonly log: ChainLog;
}

/** Takes deposits from seen to credited. The exchange ensures that each is credited only once. */
export class DepositCrediting {
  private readonly options: CreditOptions;

  constructor(options: CreditOptions) {
    this.options = options;
  }

  /**
   * Repeats the credits that were in progress when the server crashed. Must run before the chain is read: a credited
   * deposit that was then reorganized away must be known as credited.
   */
  async resume(): Promise<void> {
    const { spec, store, nowMs } = this.options;
    for (const { assetId, chainDecimals: decimals } of spec.assets)
      if (store.state.decimalsOf(spec.chainIndex, assetId) !== decimals)
        await store.commit({ type: "asset-known", chainIndex: spec.chainIndex, assetId, decimals });
    // No operator is needed when the asset is offered again.
    for (const deposit of store.state.uncredited(spec.chainIndex))
      if (
        deposit.reason === "not-offered" &&
        this.assetOf(deposit) !== undefined &&
        deposit.status === "held"
      )
        await store.commit({ type: "reopened", timeMs: nowMs(), depositId: deposit.depositId });
    await this.creditAll(store.state.open(spec.chainIndex).filter(({ crediting }) => crediting));
  }

  /**
   * Confirms and credits deposits that are due. Rejects when the chain or the exchange does not answer; no deposit is
   * lost.
   * @returns the ids of changed deposits
   */
  async run(): Promise<readonly string[]> {
    const { spec, store, watcher, chain, nowMs } = this.options;
    const open = store.state.open(spec.chainIndex);
    const due = open.filter(
      ({ blockNumber }) => watcher.confirmationsOf(blockNumber) >= spec.confirmationsRequired,
    );
    if (due.length === 0) return [];
    const confirmed = due.filter(({ status }) => status === "seen").map(({ depositId }) => depositId);
    if (confirmed.length > 0)
      await store.commit({ type: "confirmed", timeMs: nowMs(), depositIds: confirmed });
    const settled = (await chain.settledNumber()) ?? Number.POSITIVE_INFINITY;
    const ready = due.filter(({ blockNumber }) => blockNumber <= settled);
    const changed = new Set(confirmed);
    for (let at = 0; at < ready.length; at += CREDITS_AT_ONCE) {
      for (const depositId of await this.settle(ready.slice(at, at + CREDITS_AT_ONCE)))
        changed.add(depositId);
    }
    return [...changed];
  }

  private async settle(deposits: readonly DepositRecord[]): Promise<readonly string[]> {
    const { store, nowMs } = this.options;
    const doubts = await Promise.all(deposits.map((deposit) => this.creditObstacle(deposit)));
    const ignored: string[] = [];
    const sure = deposits.filter((_, index) => doubts[index] === undefined);
    for (const [index, deposit] of deposits.entries()) {
      const { depositId } = deposit;
      const reason = doubts[index];
      if (reason === undefined || reason === "later") continue;
      if (HELD.has(reason)) await this.hold(deposit, reason);
      else await store.commit({ type: "ignored", timeMs: nowMs(), depositId, reason });
      ignored.push(depositId);
    }
    if (sure.length === 0) return ignored;
    const depositIds = sure.map(({ depositId }) => depositId);
    await store.commit({ type: "crediting", timeMs: nowMs(), depositIds });
    return [...ignored, ...(await this.creditAll(sure))];
  }

  private async creditAll(deposits: readonly DepositRecord[]): Promise<readonly string[]> {
    const done = await Promise.all(deposits.map((deposit) => this.credit(deposit)));
    return deposits.filter((_, index) => done[index]).map(({ depositId }) => depositId);
  }

  private async credit(deposit: DepositRecord): Promise<boolean> {
    const { spec, store, engine, nowMs } = this.options;
    const asset = this.assetOf(deposit);
    const amountUnits = asset === undefined ? undefined : unitsOf(asset, BigInt(deposit.amount));
    if (asset === undefined) return this.hold(deposit, "not-offered");
    if (amountUnits === undefined) return this.hold(deposit, "over-limit");
    const { executed } = await engine.execute({
      kind: "credit-deposit",
      userId: deposit.userId,
      assetId: deposit.assetId,
      amountUnits,
      chainIndex: spec.chainIndex,
      txHash: deposit.txHash,
      logIndex: deposit.position,
      key: "",
    });
    if (executed.error !== undefined) return this.hold(deposit, REFUSALS[executed.error] ?? "unproven");
    const seq = executed.replayedSeq > 0 ? executed.replayedSeq : executed.seq;
    await store.commit({ type: "credited", timeMs: nowMs(), depositId: deposit.depositId, seq });
    return true;
  }

  /** Holds the deposit until an operator decides. */
  private async hold({ depositId }: DepositRecord, reason: DepositReason): Promise<true> {
    const { store, nowMs, log, spec } = this.options;
    log.error(
      { chain: spec.chain, depositId, reason },
      "deposit cannot be credited: an operator must decide",
    );
    await store.commit({ type: "held", timeMs: nowMs(), depositId, reason });
    return true;
  }

  private assetOf(deposit: DepositRecord): ChainAsset | undefined {
    return this.options.spec.assets.find(({ assetId }) => assetId === deposit.assetId);
  }

  /** Final check before the credit. Returns undefined when the deposit can be credited. */
  private async creditObstacle(deposit: DepositRecord): Promise<DepositReason | "later" | undefined> {
    const { chain, watcher, store } = this.options;
    const asset = this.assetOf(deposit);
    if (asset === undefined) return "not-offered";
    const isClosed = await this.options.isClosed(deposit.userId);
    if (isClosed === undefined) return "later";
    if (isClosed) return "account-closed";
    const units = unitsOf(asset, BigInt(deposit.amount));
    if (units === undefined) return "over-limit";
    if (units === 0) return "below-minimum";
    const hash = watcher.ledger.hashOf(deposit.blockNumber);
    const receipt = await chain.receipt(deposit.txHash);
    if (receipt === undefined) return "later";
    // Older than the window: there is no hash to compare, and no reorganization reaches it.
    const isMoved =
      receipt.blockNumber !== deposit.blockNumber || (hash !== undefined && receipt.blockHash !== hash);
    if (isMoved) return "later";
    if (!receipt.succeeded) return "failed-transaction";
    const address = store.state.issuedAddressOf(deposit.userId);
    if (address === undefined) return "unknown-token";
    if (!(await this.isTransferThere(deposit, asset, address, receipt.transfers)))
      return isInternal(deposit.position) ? "unproven" : "unknown-token";
    return (await this.isBalanceSufficient(asset, address)) ? undefined : this.refuseToken(deposit, asset);
  }

  private async isTransferThere(
    deposit: DepositRecord,
    asset: ChainAsset,
    address: Hex,
    transfers: readonly {
      readonly token: Hex;
      readonly to: Hex;
      readonly amount: bigint;
      readonly position: number;
    }[],
  ): Promise<boolean> {
    const amount = BigInt(deposit.amount);
    if (deposit.position === NATIVE_POSITION) {
      const transaction = await this.options.chain.transaction(deposit.txHash);
      return asset.token === null && transaction?.to === address && transaction.value === amount;
    }
    if (isInternal(deposit.position)) {
      // The caller checks the address's balance next.
      if (deposit.claimed === true) return true;
      const inside = await this.options.chain.internalTransfers(deposit.txHash);
      const found = inside?.[deposit.position - FIRST_INTERNAL_POSITION];
      return asset.token === null && found?.to === address && found.value === amount;
    }
    return transfers.some(
      (log) =>
        log.position === deposit.position &&
        log.token === asset.token &&
        log.to === address &&
        log.amount === amount,
    );
  }

  /**
   * A token may report more than arrived (a transfer fee, or a lie), so the address must hold at least the sum of all
   * transfers.
   */
  private async isBalanceSufficient(asset: ChainAsset, address: Hex): Promise<boolean> {
    const { chain, watcher } = this.options;
    const at = watcher.headBlock;
    const has =
      asset.token === null
        ? await chain.balance(address, at)
        : await chain.tokenBalance(asset.token, address, at);
    return has >= watcher.ledger.holding(asset.assetId, address);
  }

  private refuseToken(deposit: DepositRecord, asset: ChainAsset): DepositReason {
    const { log, spec } = this.options;
    log.error(
      { chain: spec.chain, depositId: deposit.depositId, token: asset.token },
      `${asset.symbol}: less arrived than its transfers report; not credited`,
    );
    return "unknown-token";
  }
}
