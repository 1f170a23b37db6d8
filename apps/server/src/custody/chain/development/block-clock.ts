import type { ChainLog } from "../chain-log.ts";
import type { DevelopmentChain } from "./development-chain.ts";

export interface BlockClockOptions {
  readonly chain: Pick<DevelopmentChain, "waitingTransactions" | "mine">;
  readonly intervalMs: number;
  /** Somebody waits for confirmations. */
  readonly isNeeded: () => boolean;
  /** A block was mined. */
  readonly mined: () => void;
  readonly log: ChainLog;
}

/** Mines a block at an interval while something waits for one; a chain at rest costs nothing. */
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
      if (message !== this.lastFailure) log.warn({ err: error }, "the development chain: no block");
      this.lastFailure = message;
    }
  }
}
