import type { CDPSession, Page } from "playwright-core";

/** Touch events as from a touch screen: they may scroll the page, or the page may handle them. */
export class Finger {
  private readonly devtools: CDPSession;
  private readonly page: Page;

  private constructor(devtools: CDPSession, page: Page) {
    this.devtools = devtools;
    this.page = page;
  }

  static async on(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page), page);
  }

  async down(x: number, y: number): Promise<void> {
    await this.devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  }

  async to(x: number, y: number): Promise<void> {
    await this.devtools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x, y }] });
  }

  async up(): Promise<void> {
    await this.devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }

  /** Drags vertically in several steps with pauses, then lifts. */
  async drag(x: number, fromY: number, toY: number, steps = 6, pauseMs = 16): Promise<void> {
    await this.down(x, fromY);
    for (let step = 1; step <= steps; step++) {
      await this.to(x, fromY + ((toY - fromY) * step) / steps);
      await this.page.waitForTimeout(pauseMs);
    }
    await this.up();
  }

  /** Flicks down in a moment; the events carry their own timestamps, so that a busy machine does not slow the flick. */
  async flick(x: number, fromY: number, byPx: number): Promise<void> {
    const beginMs = Date.now();
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", atMs: number, y?: number) =>
      this.devtools.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: y === undefined ? [] : [{ x, y }],
        timestamp: (beginMs + atMs) / 1_000,
      });
    await touch("touchStart", 0, fromY);
    for (const part of [1, 2, 3]) await touch("touchMove", part * 16, fromY + (byPx * part) / 3);
    await touch("touchEnd", 52);
  }
}
