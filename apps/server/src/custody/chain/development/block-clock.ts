import type { ChainLog } from "../chain-log.ts";
import type { DevelopmentChain } from "./development-chain.ts";

export interface BlockClockOptions {
  readonly chain: Pick<DevelopmentChain, "waitingTransactions" | "mine">;
  readonly intervalMs: number;
  /** Whether anything waits for confirmations. */
  readonly isNeeded: () => boolean;
  /** Called after each mined block. */
  readonly mined: () => void;
  readonly log: ChainLog;
}

/** Mines blocks at an interval while something waits for one. An idle chain costs nothing. */
export class BlockClock {
  private readonly options: BlockClockOptions;
  private timer: NodeJS.Timeout | undefined;
  private ticking: Promise<void> | undefined;
  private isStopped = false;
  private lastFailure = "";

  constructor(options: BlockClockOptions) {
    this.options = options;
  }

  start(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.ticking = this.tick().finally(() => {
        this.ticking = undefined;
        this.start();
      });
    }, this.options.intervalMs);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.ticking;
  }

  private async tick(): Promise<void> {
    const { chain, isNeeded, mined, log } = this.options;
    try {
      if (!isNeeded() && (await chain.waitingTransactions()) === 0) return;
      await chain.mine();
      this.lastFailure = "";
      mined();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== this.lastFailure) log.warn({ err: error }, "development chain: mining failed");
      this.lastFailure = message;
    }
  }
}
