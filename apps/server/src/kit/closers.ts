import type { Logger } from "pino";

/** Closes everything that was started in reverse order, even when some of it throws. */
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
        log.error({ err: error }, `failed to close ${what}`);
      }
    }
    this.closers.length = 0;
  }
}
