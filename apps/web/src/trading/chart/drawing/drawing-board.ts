import type { Chart, DeepPartial, OverlayCreate, OverlayStyle } from "klinecharts";
import { CANDLE_PANE } from "../candle-pane.ts";
import { tokenOf } from "../design-tokens.ts";
import { catchLostClicks } from "./catch-lost-clicks.ts";
import {
  type Drawing,
  type DrawingPoint,
  type DrawingStyle,
  type Drawings,
  type DrawingTool,
  POINTS_OF,
} from "./drawing.ts";
import { DASHES, type OverlayContent, overlayName } from "./drawing-overlays.ts";

/** What the board needs in addition to the drawings: texts of the user's language. */
export type BoardWords = Pick<OverlayContent, "price" | "measured">;

export interface BoardListener {
  /** The user finished a new drawing. Returns whether the list takes it. */
  onDrawn: (id: string, tool: DrawingTool, points: readonly DrawingPoint[]) => boolean;
  /** The user moved a drawing or one of its points. */
  onMoved: (id: string, points: readonly DrawingPoint[]) => void;
  onSelected: (id: string) => void;
  onDeselected: (id: string) => void;
  onDoubleClicked: (id: string) => void;
}

const GROUP = "drawings";
const FONT_SIZE = 11;
/** #RRGGBB and this are a color with 12% opacity. */
const SOFT = "1f";

/**
 * Keeps the overlays of a chart like a list of drawings, and reports what the user draws, moves and selects. The list
 * is the truth: the board never keeps a drawing of its own.
 */
export class DrawingBoard {
  private readonly chart: Chart;
  private readonly words: BoardWords;
  private readonly listener: BoardListener;
  /** Id of the drawing that the user has begun. */
  private draft: string | undefined;
  private readonly ending = new AbortController();
  private shown = new Map<string, { readonly drawing: Drawing; readonly key: string }>();

  constructor(chart: Chart, words: BoardWords, listener: BoardListener) {
    this.chart = chart;
    this.words = words;
    this.listener = listener;
    catchLostClicks(chart, () => this.draftStep(), this.ending.signal);
  }

  /**
   * Shows these drawings, and no others.
   * @param look changes when the values of the design tokens do
   */
  show({ list, isHidden }: Drawings, look: string, isMagnetic: boolean): void {
    const next = new Map<string, { readonly drawing: Drawing; readonly key: string }>();
    list.forEach((drawing, index) => {
      const key = `${look} ${isHidden} ${isMagnetic} ${index}`;
      next.set(drawing.id, { drawing, key });
      const before = this.shown.get(drawing.id);
      if (before?.drawing === drawing && before.key === key) return;
      this.chart.removeOverlay({ id: drawing.id });
      this.chart.createOverlay(this.created(drawing, index, isHidden, isMagnetic));
    });
    for (const id of this.shown.keys()) if (!next.has(id)) this.chart.removeOverlay({ id });
    this.shown = next;
  }

  /** Lets the user draw with a tool: the next clicks are its points. */
  start(tool: DrawingTool, style: DrawingStyle, isMagnetic: boolean): void {
    this.cancel();
    const id = newId();
    this.draft = id;
    this.chart.createOverlay({
      ...this.common(tool, style, "", isMagnetic),
      ...this.selection(id),
      id,
      onDrawEnd: ({ overlay }) => {
        this.draft = undefined;
        const { paneId } = overlay;
        const points = readPoints(overlay.points);
        // The library is still busy with this overlay, which `show` will replace.
        queueMicrotask(() => {
          // Other panes have no prices. A double click ends a drawing early.
          const isWhole = paneId === CANDLE_PANE && points?.length === POINTS_OF[tool];
          if (isWhole && this.listener.onDrawn(id, tool, points)) return;
          this.chart.removeOverlay({ id });
          if (!isWhole) this.start(tool, style, isMagnetic);
        });
      },
    });
  }

  /** Ends an unfinished drawing. */
  cancel(): void {
    if (this.draft !== undefined) this.chart.removeOverlay({ id: this.draft });
    this.draft = undefined;
  }

  /** Removes everything from the chart. The board is not used any more. */
  end(): void {
    this.ending.abort();
    this.cancel();
    this.chart.removeOverlay({ groupId: GROUP });
    this.shown.clear();
  }

  /** Changes with each point of the unfinished drawing that is placed; undefined without one. */
  draftStep(): number | undefined {
    return this.draft === undefined ? undefined : this.chart.getOverlays({ id: this.draft })[0]?.currentStep;
  }

  private created(drawing: Drawing, zLevel: number, isHidden: boolean, isMagnetic: boolean): OverlayCreate {
    const { id, tool, isLocked, points, text = "" } = drawing;
    let pressed = "";
    return {
      ...this.common(tool, drawing, text, isMagnetic),
      ...this.selection(id),
      id,
      zLevel,
      lock: isLocked,
      visible: !isHidden,
      points: points.map(({ timeMs, price }) => ({ timestamp: timeMs, value: price })),
      onPressedMoveStart: ({ overlay }) => {
        pressed = JSON.stringify(readPoints(overlay.points));
      },
      onPressedMoveEnd: ({ overlay }) => {
        const moved = readPoints(overlay.points);
        if (moved !== undefined && JSON.stringify(moved) !== pressed) this.listener.onMoved(id, moved);
      },
    };
  }

  private selection(id: string): Partial<OverlayCreate> {
    return {
      onSelected: () => this.listener.onSelected(id),
      onDeselected: () => this.listener.onDeselected(id),
      onDoubleClick: () => this.listener.onDoubleClicked(id),
      // By default the library deletes what is clicked with the right button.
      onRightClick: (event) => event.preventDefault?.(),
    };
  }

  private common(tool: DrawingTool, style: DrawingStyle, text: string, isMagnetic: boolean): OverlayCreate {
    const color = tokenOf(style.color);
    return {
      name: overlayName(tool),
      groupId: GROUP,
      paneId: CANDLE_PANE,
      mode: isMagnetic ? "strong_magnet" : "normal",
      extendData: {
        ...this.words,
        text,
        color,
        surface: tokenOf("surface"),
        width: style.width,
        fill: `${color}${SOFT}`,
      },
      styles: overlayStyles(style, color),
    };
  }
}

const ID_BYTES = 6;

/** Returns a new id of a drawing. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(ID_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

function overlayStyles({ width, isDashed }: DrawingStyle, color: string): DeepPartial<OverlayStyle> {
  const family = getComputedStyle(document.documentElement).getPropertyValue("--f-sans").trim();
  const style = isDashed ? "dashed" : "solid";
  const surface = tokenOf("surface");
  return {
    line: { color, size: width, style, dashedValue: DASHES },
    point: {
      color: surface,
      borderColor: color,
      borderSize: 1.5,
      radius: 4,
      activeColor: surface,
      activeBorderColor: color,
      activeBorderSize: 2.5,
      activeRadius: 5,
    },
    text: {
      color,
      // Bars may be behind the text.
      backgroundColor: `${surface}d9`,
      borderSize: 0,
      // Round corners of many labels cost frames.
      borderRadius: 0,
      family,
      size: FONT_SIZE,
      paddingLeft: 3,
      paddingRight: 3,
      paddingTop: 1,
      paddingBottom: 1,
    },
  };
}

/** Undefined if a point has no time or price: the chart had no bars. */
function readPoints(
  points: readonly { readonly timestamp?: number; readonly value?: number }[],
): readonly DrawingPoint[] | undefined {
  const read = points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined ? [] : [{ timeMs: timestamp, price: value }],
  );
  return read.length === points.length ? read : undefined;
}
