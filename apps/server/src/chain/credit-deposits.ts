import type { EnginePort } from "@candor/protocol/engine-port";
import type { DepositReason } from "@candor/protocol/enumerations";
import type { ChainLog } from "./chain-log.ts";
import { type ChainAsset, type ChainSpec, unitsOf } from "./chain-spec.ts";
import type { ChainWatcher } from "./chain-watcher.ts";
import { NATIVE_POSITION } from "./deposit-id.ts";
import type { EvmChain, Hex } from "./evm-chain.ts";
import type { DepositRecord } from "./watch-records.ts";
import type { WatchStore } from "./watch-store.ts";

/** Deposits that are looked at and handed to the exchange side by side. */
const CREDITS_AT_ONCE = 64;

export interface CreditOptions {
  readonly spec: ChainSpec;
  readonly chain: EvmChain;
  readonly store: WatchStore;
  readonly watcher: ChainWatcher;
  readonly engine: Pick<EnginePort, "execute">;
  readonly nowMs: () => number;
  readonly log: ChainLog;
}

/** Takes deposits from seen to credited. The exchange itself sees to it that each is credited once. */
export class DepositCrediting {
  private readonly options: CreditOptions;
  /** Told once a run of the server, not once a second. */
  private readonly complained = new Set<string>();

  constructor(options: CreditOptions) {
    this.options = options;
  }

  /**
   * Tells the exchange again what it was being told when the server died. Has to be done before the chain is looked
   * at: what was credited and then reorganised away must be known as credited.
   */
  async resume(): Promise<void> {
    const { spec, store } = this.options;
    await this.creditAll(store.state.open(spec.chainIndex).filter(({ crediting }) => crediting));
  }

  /**
   * Confirms and credits what is due. Rejects when the chain or the exchange does not answer; nothing is lost then.
   * @returns the deposits that changed
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
    const doubts = await Promise.all(deposits.map((deposit) => this.doubtOf(deposit)));
    const ignored: string[] = [];
    const sure = deposits.filter((_, index) => doubts[index] === undefined);
    for (const [index, { depositId }] of deposits.entries()) {
      const reason = doubts[index];
      if (reason === undefined || reason === "later") continue;
      await store.commit({ type: "ignored", timeMs: nowMs(), depositId, reason });
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
    if (asset === undefined) return this.complain(deposit, "its asset is no longer configured");
    const { executed } = await engine.execute({
      kind: "credit-deposit",
      userId: deposit.userId,
      assetId: deposit.assetId,
      amountUnits: unitsOf(asset, BigInt(deposit.amount)),
      chainIndex: spec.chainIndex,
      txHash: deposit.txHash,
      logIndex: deposit.position,
      key: "",
    });
    if (executed.error !== undefined) return this.complain(deposit, executed.error);
    const seq = executed.replayedSeq > 0 ? executed.replayedSeq : executed.seq;
    await store.commit({ type: "credited", timeMs: nowMs(), depositId: deposit.depositId, seq });
    return true;
  }

  private assetOf(deposit: DepositRecord): ChainAsset | undefined {
    return this.options.spec.assets.find(({ assetId }) => assetId === deposit.assetId);
  }

  /** The last look before money is made of it; undefined: none, credit it. */
  private async doubtOf(deposit: DepositRecord): Promise<DepositReason | "later" | undefined> {
    const { chain, watcher, store } = this.options;
    const asset = this.assetOf(deposit);
    if (asset === undefined) {
      this.complain(deposit, "its asset is no longer configured");
      return "later";
    }
    const hash = watcher.ledger.hashOf(deposit.blockNumber);
    const receipt = await chain.receipt(deposit.txHash);
    if (receipt === undefined) return "later";
    // Older than the window: no hash to compare with, and no reorganisation reaches it.
    const isMoved =
      receipt.blockNumber !== deposit.blockNumber || (hash !== undefined && receipt.blockHash !== hash);
    if (isMoved) return "later";
    if (!receipt.succeeded) return "failed-transaction";
    const address = store.state.issuedAddressOf(deposit.userId);
    if (address === undefined) return "unknown-token";
    if (!(await this.isTransferThere(deposit, asset, address, receipt.transfers))) return "unknown-token";
    return (await this.isMoneyThere(asset, address)) ? undefined : this.refuseToken(deposit, asset);
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
    return transfers.some(
      (log) =>
        log.position === deposit.position &&
        log.token === asset.token &&
        log.to === address &&
        log.amount === amount,
    );
  }

  /**
   * A token may say that more was moved than arrived (a fee on transfer, or a lie): what the address has must be at
   * least what all transfers together say.
   */
  private async isMoneyThere(asset: ChainAsset, address: Hex): Promise<boolean> {
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
      `${asset.symbol}: less arrived than its transfers say; not credited`,
    );
    return "unknown-token";
  }

  private complain(deposit: DepositRecord, problem: string): false {
    const { log, spec } = this.options;
    if (!this.complained.has(deposit.depositId))
      log.error({ chain: spec.chain, depositId: deposit.depositId, problem }, "a deposit cannot be credited");
    this.complained.add(deposit.depositId);
    return false;
  }
}
