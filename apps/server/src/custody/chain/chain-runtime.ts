import type { SignerPort } from "../signer/signer-connection.ts";
import type { ChainEngine } from "./chain-engine.ts";
import type { ChainLog } from "./chain-log.ts";
import type { ChainPause, WithdrawalProgress } from "./chain-port.ts";
import type { ShownChain } from "./chain-reads.ts";
import type { ChainSpec } from "./chain-spec.ts";
import { ChainWatcher } from "./chain-watcher.ts";
import { DepositCrediting, type IsClosed } from "./credit-deposits.ts";
import type { CustodyAddresses } from "./custody-addresses.ts";
import { ChainUnavailableError, type EvmChain } from "./evm-chain.ts";
import { SurplusSearch, type UnclaimedCoins } from "./search-surplus.ts";
import { Sweeper } from "./sweeper.ts";
import type { WatchStore } from "./watch-store.ts";
import { WithdrawalExecutor } from "./withdrawal-executor.ts";

export interface RuntimeOptions {
  readonly spec: ChainSpec;
  readonly chain: EvmChain;
  readonly store: WatchStore;
  readonly addresses: CustodyAddresses;
  readonly signer: SignerPort;
  readonly engine: Pick<ChainEngine, "execute" | "withdrawalsView">;
  readonly isClosed: IsClosed;
  readonly stuckAfterMs: number;
  readonly sweepEveryMs: number;
  /** Asks the node to confirm the chain file; undefined for the server's own chains. */
  readonly confirm: (() => Promise<readonly string[]>) | undefined;
  readonly nowMs: () => number;
  readonly log: ChainLog;
  /** Called after each round, to notify listeners. */
  readonly changed: () => void;
  readonly progressed: (withdrawalId: number, progress: WithdrawalProgress) => void;
}

/** The token behind a proxy contract can change at any time. */
const CONFIRM_EVERY_MS = 600_000;
const NOT_ASKED = "the node has not confirmed the chain file yet";

/** Runs one chain: reads blocks, credits, pays and sweeps, one step after the other, in a loop. */
export class ChainRuntime implements ShownChain {
  readonly spec: ChainSpec;
  readonly chain: EvmChain;
  readonly watcher: ChainWatcher;
  readonly executor: WithdrawalExecutor;
  private readonly options: RuntimeOptions;
  private readonly crediting: DepositCrediting;
  private readonly sweeper: Sweeper;
  readonly surplus: SurplusSearch;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private readonly firstRound = Promise.withResolvers<void>();
  /** Rounds and readings between them, one at a time. */
  private turn: Promise<unknown> = Promise.resolve();
  private isNudged = false;
  private isStopped = false;
  /** Set at the start and after each withdrawal event, when withdrawals may be open. */
  private mayHaveWithdrawals = true;
  /** Set at the start and when a block arrives after the last sweep. */
  private maySweep = true;
  private lastSweepMs = 0;
  private lastFailure = "";
  private confirmedAtMs = Number.NEGATIVE_INFINITY;
  private unconfirmedWords: readonly string[];
  private lastMissing = "";

  constructor(options: RuntimeOptions) {
    this.options = options;
    this.spec = options.spec;
    this.chain = options.chain;
    this.unconfirmedWords = options.confirm === undefined ? [] : [NOT_ASKED];
    this.watcher = new ChainWatcher(options);
    this.crediting = new DepositCrediting({ ...options, watcher: this.watcher });
    this.executor = new WithdrawalExecutor({
      ...options,
      watcher: this.watcher,
      hotWallet: options.addresses.hotWallet,
    });
    this.surplus = new SurplusSearch({ ...options, watcher: this.watcher });
    this.sweeper = new Sweeper({
      ...options,
      watcher: this.watcher,
      hotWallet: options.addresses.hotWallet,
      gasAccount: options.addresses.gasAccount,
    });
  }

  get pause(): ChainPause | undefined {
    const isShort = this.options.store.state.orphaned(this.spec.chainIndex).length > 0;
    const isConfirmed = this.unconfirmedWords.length === 0;
    return (
      this.watcher.pause ??
      (isConfirmed ? undefined : "unconfirmed") ??
      (isShort ? "credited-deposit-reorganised" : undefined)
    );
  }

  unclaimed(): readonly UnclaimedCoins[] {
    return this.surplus.unclaimed();
  }

  progress(withdrawalId: number): WithdrawalProgress | undefined {
    return this.executor.progress(withdrawalId);
  }

  /** Entries of the chain file that the node does not confirm. Empty when all are confirmed. */
  get unconfirmed(): readonly string[] {
    return this.unconfirmedWords;
  }

  /** Whether anything is waiting for blocks. */
  get isBusy(): boolean {
    const { store } = this.options;
    return (
      this.executor.isUnderWay ||
      this.sweeper.isInProgress ||
      store.state.open(this.spec.chainIndex).length > 0
    );
  }

  /** Finishes what a crash interrupted. Rejects when the exchange does not answer. */
  async start(): Promise<void> {
    await this.crediting.resume();
    this.schedule(0);
  }

  /** Runs a round now, because something has happened. */
  nudge(): void {
    if (this.isStopped) return;
    if (this.round === undefined) this.schedule(0);
    else this.isNudged = true;
  }

  /** Called after a withdrawal event of the exchange. */
  withdrawalsChanged(): void {
    this.mayHaveWithdrawals = true;
    this.nudge();
  }

  /**
   * Runs `read` between two rounds, while nothing is credited, paid or read from the chain. The next round waits for it.
   * Rejects after the chain has stopped.
   */
  async betweenRounds<T>(read: () => Promise<T>): Promise<T> {
    await this.firstRound.promise;
    return this.inTurn(() => {
      if (this.isStopped) throw new ChainUnavailableError("it was stopped");
      return read();
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.firstRound.resolve();
    await this.round;
    await this.turn;
  }

  private inTurn<T>(job: () => T | Promise<T>): Promise<T> {
    const done = this.turn.then(job);
    this.turn = done.catch(() => undefined);
    return done;
  }

  private schedule(delayMs: number): void {
    if (this.isStopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.round = this.inTurn(() => this.play()).finally(() => {
        this.round = undefined;
        this.firstRound.resolve();
        const isNudged = this.isNudged;
        this.isNudged = false;
        this.schedule(isNudged ? 0 : this.spec.pollMs);
      });
    }, delayMs);
  }

  private async play(): Promise<void> {
    try {
      await this.playRound();
      this.lastFailure = "";
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // Logged once, not every round. The next round retries.
      if (message !== this.lastFailure)
        this.options.log.warn({ err: error, chain: this.spec.chain }, "chain round failed");
      this.lastFailure = message;
    } finally {
      this.options.changed();
    }
  }

  private async playRound(): Promise<void> {
    const { nowMs, sweepEveryMs } = this.options;
    const isNew = await this.watcher.advance();
    await this.confirm();
    this.logMissingDeposits();
    if (this.pause !== undefined) return;
    await this.crediting.run();
    if (isNew) await this.surplus.run();
    if (this.mayHaveWithdrawals) {
      this.mayHaveWithdrawals = false;
      this.mayHaveWithdrawals = await this.payOut();
    }
    const isShort = this.spec.assets.some(({ assetId }) => this.executor.shortfall(assetId) > 0n);
    this.maySweep ||= isNew || this.sweeper.isInProgress;
    if (this.maySweep && (isShort || nowMs() - this.lastSweepMs >= sweepEveryMs)) {
      this.lastSweepMs = nowMs();
      await this.sweeper.run();
      this.maySweep = false;
    }
  }

  /** Credits and pays nothing unless the node confirms the chain file. */
  private async confirm(): Promise<void> {
    const { confirm, nowMs, log } = this.options;
    const isDue = this.unconfirmedWords.length > 0 || nowMs() - this.confirmedAtMs >= CONFIRM_EVERY_MS;
    if (confirm === undefined || this.watcher.pause !== undefined || !isDue) return;
    const problems = await confirm();
    const isNews = problems.join() !== this.unconfirmedWords.join();
    this.unconfirmedWords = problems;
    if (problems.length === 0) this.confirmedAtMs = nowMs();
    else if (isNews)
      log.error(
        { chain: this.spec.chain, problems },
        "chain paused: the node does not confirm the chain file",
      );
  }

  /** The operator has to know which deposits these are. */
  private logMissingDeposits(): void {
    const { store, log } = this.options;
    const missing = store.state.orphaned(this.spec.chainIndex).map(({ depositId }) => depositId);
    const names = missing.join(" ");
    if (names !== this.lastMissing && missing.length > 0)
      log.error(
        { chain: this.spec.chain, deposits: missing },
        "credited deposits are no longer on the chain",
      );
    this.lastMissing = names;
  }

  /** @returns whether to run again in the next round */
  private async payOut(): Promise<boolean> {
    try {
      const open = await this.executor.run();
      return this.mayHaveWithdrawals || open > 0;
    } catch (error) {
      this.mayHaveWithdrawals = true;
      throw error;
    }
  }
}
