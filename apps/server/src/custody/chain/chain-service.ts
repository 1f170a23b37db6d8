import { EVENT } from "@candor/codec/event-record";
import type { EnginePort } from "@candor/domain/engine-port";
import type { Units } from "@candor/money/brand";
import { addressFault } from "@candor/text/chain-address";
import { getAddress } from "viem/utils";
import { COIN_DECIMALS } from "../../config/chain/network-settings.ts";
import type { Hex } from "../../kit/hex.ts";
import type { ChainLog } from "./chain-log.ts";
import type {
  ChainChange,
  ChainPort,
  ChainView,
  CustodyView,
  DepositView,
  FaucetSending,
  GasView,
  TransactionFinding,
  UnclaimedView,
  WithdrawalProgress,
} from "./chain-port.ts";
import type { ChainRuntime } from "./chain-runtime.ts";
import { weiOf } from "./chain-spec.ts";
import { custodyMoment, custodyOf } from "./custody.ts";
import { type CustodyAddresses, isInCustody } from "./custody-addresses.ts";
import { decimalOf, depositView, weiOfCoins } from "./deposit-view.ts";
import type { DevelopmentChain } from "./development/development-chain.ts";
import { explainTransaction } from "./explain-transaction.ts";
import { findDeposits } from "./find-deposits.ts";
import { gasOf } from "./gas-account.ts";
import type { DepositAddresses } from "./hd-addresses.ts";
import type { DepositRecord } from "./watch-records.ts";
import type { WatchStore } from "./watch-store.ts";

/** Final states. */
const ENDED: ReadonlySet<DepositView["status"]> = new Set(["held", "credited", "ignored"]);
const CREDIT_SEQ = /^[0-9]{1,16}$/;

export interface ChainServiceOptions {
  readonly store: WatchStore;
  readonly engine: EnginePort;
  readonly depositAddresses: DepositAddresses;
  readonly addresses: CustodyAddresses;
  readonly development: DevelopmentChain | undefined;
  readonly nowMs: () => number;
  readonly log: ChainLog;
}

/** Serves all chain requests of the rest of the server. */
export class ChainService implements ChainPort {
  private readonly options: ChainServiceOptions;
  private runtimes: readonly ChainRuntime[] = [];
  private readonly listeners = new Set<(change: ChainChange) => void>();
  private readonly issuing = new Map<number, Promise<string>>();
  /** Last reported state of pending deposits. */
  private readonly told = new Map<string, string>();
  private readonly pauses = new Map<string, string>();
  private stopListening: (() => void) | undefined;
  /** Whether the present batch has changed a withdrawal. */
  private hasWithdrawal = false;

  constructor(options: ChainServiceOptions) {
    this.options = options;
  }

  /** Takes the chains after construction, because they need this service to report changes. */
  async start(runtimes: readonly ChainRuntime[]): Promise<void> {
    this.runtimes = runtimes;
    this.options.store.state.takeChanged();
    this.stopListening = this.options.engine.on({
      kinds: [EVENT.withdrawalChanged],
      event: () => {
        this.hasWithdrawal = true;
      },
      end: () => this.nudgeWithdrawals(),
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

  get chains(): readonly ChainView[] {
    return this.runtimes.map(viewOf);
  }

  chain(chain: string): ChainView | undefined {
    const runtime = this.runtimeOf(chain);
    return runtime && viewOf(runtime);
  }

  chainOfIndex(chainIndex: number): ChainView | undefined {
    const runtime = this.runtimes.find(({ spec }) => spec.chainIndex === chainIndex);
    return runtime && viewOf(runtime);
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

  existingDepositAddressOf(userId: number): string | undefined {
    const address = this.options.store.state.issuedAddressOf(userId);
    return address === undefined || this.issuing.has(userId) ? undefined : getAddress(address);
  }

  isValidAddress(chain: string, address: string): boolean {
    const runtime = this.runtimeOf(chain);
    if (runtime === undefined || addressFault(runtime.spec.chain, address) !== undefined) return false;
    const asked = address.toLowerCase();
    return runtime.spec.assets.every(({ token }) => token?.toLowerCase() !== asked);
  }

  isOwnAddress(address: string): boolean {
    const { addresses } = this.options;
    const asked = address.toLowerCase() as Hex;
    return isInCustody(addresses, asked) || asked === addresses.gasAccount;
  }

  depositsOf(userId: number, limit: number, before?: string): readonly DepositView[] {
    const newest = this.options.store.state.depositsOf(userId).toReversed();
    const start = before === undefined ? 0 : newest.findIndex(({ depositId }) => depositId === before) + 1;
    if (before !== undefined && start === 0) return [];
    return newest.slice(start, start + limit).flatMap((deposit) => this.depositViewOf(deposit) ?? []);
  }

  deposit(depositId: string): DepositView | undefined {
    const { state } = this.options.store;
    const found = CREDIT_SEQ.test(depositId)
      ? state.depositOfCredit(Number(depositId))
      : state.deposit(depositId);
    return found && this.depositViewOf(found);
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
      return { kind, deposit: this.depositViewOf(known) };
    }
    runtime.nudge();
    const others = this.runtimes.filter((other) => other !== runtime);
    const address = state.issuedAddressOf(userId);
    return { kind: await explainTransaction(runtime, others, hash, address), deposit: undefined };
  }

  withdrawalProgress(withdrawalId: number): WithdrawalProgress | undefined {
    for (const { executor } of this.runtimes) {
      const progress = executor.progress(withdrawalId);
      if (progress !== undefined) return progress;
    }
    return undefined;
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

  uncreditedDeposits(): readonly DepositView[] {
    const { state } = this.options.store;
    return this.runtimes.flatMap((runtime) =>
      state
        .uncredited(runtime.spec.chainIndex)
        .flatMap((deposit) => depositView(runtime, state, deposit) ?? []),
    );
  }

  unclaimedCoins(): readonly UnclaimedView[] {
    return this.runtimes.flatMap(({ spec, surplus }) =>
      surplus.unclaimed().map(({ userId, address, wei }) => ({
        chain: spec.chain,
        userId,
        address: getAddress(address),
        symbol: spec.assets.find(({ token }) => token === null)?.symbol ?? "",
        amount: decimalOf(wei, COIN_DECIMALS),
      })),
    );
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

  subscribe(listener: (change: ChainChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
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
    const { state } = this.options.store;
    const ids = new Set(state.takeChanged());
    for (const { depositId } of state.open(runtime.spec.chainIndex)) ids.add(depositId);
    for (const depositId of ids) {
      const deposit = this.deposit(depositId);
      if (deposit === undefined) continue;
      const now = `${deposit.status} ${deposit.reason} ${deposit.confirmations}`;
      if (this.told.get(depositId) === now) continue;
      if (ENDED.has(deposit.status)) this.told.delete(depositId);
      else this.told.set(depositId, now);
      this.tell({ kind: "deposit", deposit });
    }
    const chain = viewOf(runtime);
    if (this.pauses.get(chain.chain) === (chain.paused ?? "")) return;
    this.pauses.set(chain.chain, chain.paused ?? "");
    this.tell({ kind: "chain", chain });
  }

  tellProgress(withdrawalId: number, progress: WithdrawalProgress): void {
    this.tell({ kind: "withdrawal", withdrawalId, progress });
  }

  private tell(change: ChainChange): void {
    for (const listener of this.listeners) listener(change);
  }

  /** Once per batch, however many withdrawals it changed. */
  private nudgeWithdrawals(): void {
    if (!this.hasWithdrawal) return;
    this.hasWithdrawal = false;
    for (const runtime of this.runtimes) runtime.withdrawalsChanged();
  }

  private runtimeOf(chain: string): ChainRuntime | undefined {
    const asked = chain.toLowerCase();
    return this.runtimes.find(({ spec }) => spec.chain === asked);
  }

  private depositViewOf(deposit: DepositRecord): DepositView | undefined {
    const runtime = this.runtimes.find(({ spec }) => spec.chainIndex === deposit.chainIndex);
    return runtime && depositView(runtime, this.options.store.state, deposit);
  }
}

function viewOf({ spec, pause, unconfirmed, watcher }: ChainRuntime): ChainView {
  return {
    chain: spec.chain,
    chainIndex: spec.chainIndex,
    chainName: spec.chainName,
    evmChainId: spec.evmChainId,
    confirmationsRequired: spec.confirmationsRequired,
    etaSeconds: spec.etaSeconds,
    testnet: spec.testnet,
    kind: spec.kind,
    paused: pause,
    unconfirmed,
    headBlock: watcher.headBlock,
    explorerUrl: spec.explorerUrl,
    assets: spec.assets.map((asset) => ({
      assetId: asset.assetId,
      symbol: asset.symbol,
      contractAddress: asset.token === null ? null : getAddress(asset.token),
      chainDecimals: asset.chainDecimals,
      minDepositWei: weiOf(asset, asset.minDepositUnits),
      minDepositUnits: asset.minDepositUnits,
      withdrawalFeeUnits: asset.withdrawalFeeUnits,
      minWithdrawalUnits: asset.minWithdrawalUnits,
      maxWithdrawalUnits: asset.maxWithdrawalUnits,
    })),
  };
}
