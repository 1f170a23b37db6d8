import type { CDPSession, Page } from "playwright-core";

/** A finger, as the browser gets it from a touch screen: it may scroll the page, or the page may take its way for itself. */
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

  /** From one height to another in so many steps, each a pause apart, and away. */
  async drag(x: number, fromY: number, toY: number, steps = 6, pauseMs = 16): Promise<void> {
    await this.down(x, fromY);
    for (let step = 1; step <= steps; step++) {
      await this.to(x, fromY + ((toY - fromY) * step) / steps);
      await this.page.waitForTimeout(pauseMs);
    }
    await this.up();
  }

  /** Down by so much in a moment, whose times the events bear themselves: a busy machine makes no flick slower. */
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
