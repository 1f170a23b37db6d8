import type { Units } from "@candor/money/brand";
import { getAddress } from "viem/utils";
import type { Hex } from "../../kit/hex.ts";
import type { ChainEngine } from "./chain-engine.ts";
import type { ChainLog } from "./chain-log.ts";
import type { ChainPort, CustodyView, FaucetSending, GasView, TransactionFinding } from "./chain-port.ts";
import { ChainReads } from "./chain-reads.ts";
import type { ChainRuntime } from "./chain-runtime.ts";
import { weiOf } from "./chain-spec.ts";
import { custodyMoment, custodyOf } from "./custody.ts";
import type { CustodyAddresses } from "./custody-addresses.ts";
import { weiOfCoins } from "./deposit-view.ts";
import type { DevelopmentChain } from "./development/development-chain.ts";
import { explainTransaction } from "./explain-transaction.ts";
import { findDeposits } from "./find-deposits.ts";
import { gasOf } from "./gas-account.ts";
import type { DepositAddresses } from "./hd-addresses.ts";
import type { WatchState } from "./watch-state.ts";
import type { WatchStore } from "./watch-store.ts";

export interface ChainServiceOptions {
  readonly store: WatchStore;
  readonly engine: Pick<ChainEngine, "solvencyView" | "onWithdrawals">;
  readonly depositAddresses: DepositAddresses;
  readonly addresses: CustodyAddresses;
  readonly development: DevelopmentChain | undefined;
  readonly nowMs: () => number;
  readonly log: ChainLog;
}

/** Serves all chain requests of the rest of the server. */
export class ChainService extends ChainReads implements ChainPort {
  private readonly options: ChainServiceOptions;
  private runtimes: readonly ChainRuntime[] = [];
  private readonly issuing = new Map<number, Promise<string>>();
  private stopListening: (() => void) | undefined;
  protected readonly state: WatchState;
  protected readonly addresses: CustodyAddresses;

  constructor(options: ChainServiceOptions) {
    super();
    this.options = options;
    this.state = options.store.state;
    this.addresses = options.addresses;
  }

  protected get shown(): readonly ChainRuntime[] {
    return this.runtimes;
  }

  protected isBeingIssued(userId: number): boolean {
    return this.issuing.has(userId);
  }

  /** Takes the chains after construction, because they need this service to report changes. */
  async start(runtimes: readonly ChainRuntime[]): Promise<void> {
    this.runtimes = runtimes;
    this.options.store.state.takeChanged();
    this.stopListening = this.options.engine.onWithdrawals(() => {
      for (const runtime of this.runtimes) runtime.withdrawalsChanged();
    });
    for (const runtime of runtimes) await runtime.start();
  }

  async close(): Promise<void> {
    this.stopListening?.();
    await Promise.all(this.runtimes.map((runtime) => runtime.stop()));
  }

  get isBusy(): boolean {
    return this.runtimes.some((runtime) => runtime.isBusy);
  }

  nudge(): void {
    for (const runtime of this.runtimes) runtime.nudge();
  }

  depositAddressOf(userId: number): Promise<string> {
    const { store, depositAddresses } = this.options;
    const beingIssued = this.issuing.get(userId);
    if (beingIssued !== undefined) return beingIssued;
    const known = this.existingDepositAddressOf(userId);
    if (known !== undefined) return Promise.resolve(known);
    const address = depositAddresses.of(userId);
    const issued = store
      .commit({ type: "address-issued", userId, address })
      .then(() => getAddress(address))
      .finally(() => this.issuing.delete(userId));
    this.issuing.set(userId, issued);
    return issued;
  }

  async explainTransaction(chain: string, txHash: string, userId: number): Promise<TransactionFinding> {
    const runtime = this.runtimeOf(chain);
    if (runtime === undefined) return { kind: "not-found", deposit: undefined };
    const hash = txHash.toLowerCase() as Hex;
    const { state } = this.options.store;
    const own = state
      .depositsOf(userId)
      .filter((deposit) => deposit.txHash === hash && deposit.chainIndex === runtime.spec.chainIndex);
    const known = own.find(({ status }) => status !== "ignored") ?? own[0];
    if (known !== undefined) {
      const kind = known.reason === "failed-transaction" ? "failed-transaction" : "deposit";
      return { kind, deposit: this.deposit(known.depositId) };
    }
    runtime.nudge();
    const others = this.runtimes.filter((other) => other !== runtime);
    const address = state.issuedAddressOf(userId);
    return { kind: await explainTransaction(runtime, others, hash, address), deposit: undefined };
  }

  async sendFromFaucet(
    userId: number,
    assetId: number,
    amountUnits: Units,
  ): Promise<FaucetSending | undefined> {
    const { development, depositAddresses } = this.options;
    const runtime = this.runtimes.find(({ spec }) => spec.evmChainId === development?.evmChainId);
    const asset = runtime?.spec.assets.find((each) => each.assetId === assetId);
    if (development === undefined || runtime === undefined || asset === undefined) return undefined;
    const address = await this.depositAddressOf(userId);
    const wei = weiOf(asset, amountUnits);
    const txHash = await development.send(asset.token, depositAddresses.of(userId), wei);
    runtime.nudge();
    return { chain: runtime.spec.chain, txHash, address };
  }

  async creditDeposit(depositId: string): Promise<boolean> {
    const { store, nowMs } = this.options;
    const deposit = store.state.deposit(depositId);
    const isThere = store.state
      .uncredited(deposit?.chainIndex ?? -1)
      .some((each) => each.depositId === depositId);
    if (!isThere) return false;
    await store.commit({ type: "reopened", timeMs: nowMs(), depositId });
    this.nudge();
    return true;
  }

  async settleDeposit(depositId: string, note: string): Promise<boolean> {
    const { store, nowMs } = this.options;
    if (store.state.deposit(depositId)?.status !== "held") return false;
    await store.commit({ type: "settled", timeMs: nowMs(), depositId, note });
    this.nudge();
    return true;
  }

  async findDeposits(
    chain: string,
    txHash: string,
    claim: { readonly userId: number; readonly amount: string } | undefined,
  ): Promise<readonly string[] | string> {
    const runtime = this.runtimeOf(chain);
    if (runtime === undefined) return `There is no chain ${chain}.`;
    if (runtime.pause !== undefined) return `The chain is paused: ${runtime.pause}.`;
    const { store, nowMs } = this.options;
    const { spec, chain: node, watcher, surplus } = runtime;
    const claimed = claim === undefined ? undefined : { userId: claim.userId, wei: weiOfCoins(claim.amount) };
    const found = await findDeposits(
      { store, nowMs, spec, chain: node, watcher, surplus },
      txHash.toLowerCase() as Hex,
      claimed,
    );
    runtime.nudge();
    return found;
  }

  async acceptLoss(depositId: string): Promise<boolean> {
    const { store, nowMs } = this.options;
    const deposit = store.state.deposit(depositId);
    if (deposit?.orphaned !== true || deposit.lossAccepted) return false;
    await store.commit({ type: "loss-accepted", timeMs: nowMs(), depositId });
    this.nudge();
    return true;
  }

  async custody(): Promise<readonly CustodyView[]> {
    const { engine, store, addresses } = this.options;
    const { hotWallet } = addresses;
    const views: CustodyView[] = [];
    for (const runtime of this.runtimes) {
      const { spec, chain, watcher, executor } = runtime;
      const momentNow = () =>
        runtime.betweenRounds(async () => {
          const paidAhead = await executor.paidAhead();
          const { assets: solvency } = await engine.solvencyView();
          return custodyMoment({
            spec,
            ledger: watcher.ledger,
            state: store.state,
            hotWallet,
            paidAhead,
            solvency,
          });
        });
      views.push(...(await custodyOf(chain, spec, hotWallet, momentNow)));
    }
    return views;
  }

  async gas(): Promise<readonly GasView[]> {
    const { gasAccount } = this.options.addresses;
    const views = await Promise.all(this.runtimes.map(({ chain, spec }) => gasOf(chain, spec, gasAccount)));
    return views.filter((view) => view !== undefined);
  }

  /** Reports durable changes after a round of a chain. */
  emitChanges(runtime: ChainRuntime): void {
    this.tellChanges(runtime, this.state.takeChanged());
  }

  private runtimeOf(chain: string): ChainRuntime | undefined {
    const asked = chain.toLowerCase();
    return this.runtimes.find(({ spec }) => spec.chain === asked);
  }
}
