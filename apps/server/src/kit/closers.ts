import type { Logger } from "pino";

/** What was started, in order; closed the other way round, whatever one of them throws. */
export class Closers {
  private readonly closers: (readonly [string, () => Promise<void> | void])[] = [];

  add(what: string, close: () => Promise<void> | void): void {
    this.closers.push([what, close]);
  }

  async closeAll(log: Logger): Promise<void> {
    for (const [what, close] of this.closers.toReversed()) {
      try {
        await close();
      } catch (error) {
        log.error({ err: error }, `could not close ${what}`);
      }
    }
    this.closers.length = 0;
  }
}
