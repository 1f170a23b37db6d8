import type { Chart } from "klinecharts";
import { CANDLE_PANE } from "../candle-pane.ts";
import type { DrawingTool } from "./drawing.ts";
import type { Place } from "./geometry.ts";
import { type Step, stepPixels } from "./key-steps.ts";

/** A pointer that keys move over a chart. The library gets the mouse events that a hand would cause. */
export class KeyPointer {
  private readonly chart: Chart;
  /** Place in the candle pane; undefined before the first key. */
  private place: Place | undefined;
  private tool: DrawingTool | null = null;

  constructor(chart: Chart) {
    this.chart = chart;
  }

  /** With another tool, forgets the place: the next key starts in the middle of the pane. */
  take(tool: DrawingTool | null): void {
    if (tool === this.tool) return;
    this.tool = tool;
    this.place = undefined;
  }

  moveBy(step: Step): void {
    const { width = 0, height = 0 } = this.chart.getSize(CANDLE_PANE, "main") ?? {};
    const { x, y } = this.place ?? { x: width / 2, y: height / 2 };
    const { dx, dy } = stepPixels(this.chart, step);
    this.show({ x: Math.min(width - 1, Math.max(0, x + dx)), y: Math.min(height - 1, Math.max(0, y + dy)) });
  }

  /** Moves the pointer to a place in the candle pane. */
  show(place: Place): void {
    this.place = place;
    this.send("mouseenter", "mousemove");
  }

  /** Clicks until the step changes; the library drops a click that soon follows another one. */
  click(step: () => number | undefined): void {
    if (this.place === undefined) this.moveBy({ bars: 0, rows: 0 });
    const before = step();
    this.send("mousedown", "mouseup");
    if (step() === before) this.send("mousedown", "mouseup");
  }

  private send(...types: readonly string[]): void {
    const holder = this.chart.getDom();
    const pane = this.chart.getDom(CANDLE_PANE, "main")?.getBoundingClientRect();
    if (holder === null || pane === undefined || this.place === undefined) return;
    const [clientX, clientY] = [pane.left + this.place.x, pane.top + this.place.y];
    for (const type of types)
      holder.dispatchEvent(new MouseEvent(type, { bubbles: type !== "mouseenter", clientX, clientY }));
  }
}
