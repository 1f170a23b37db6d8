import { LINE_COLORS, type LineColor } from "../indicators/indicator-list.ts";
import { isOneOf } from "../is-one-of.ts";

/** Tools in the order of the tool rail. */
export const DRAWING_TOOLS = [
  "trendLine",
  "ray",
  "extendedLine",
  "horizontalLine",
  "verticalLine",
  "channel",
  "rectangle",
  "fibonacci",
  "text",
  "measure",
] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];

/** Points that each tool needs. */
export const POINTS_OF: Readonly<Record<DrawingTool, 1 | 2 | 3>> = {
  trendLine: 2,
  ray: 2,
  extendedLine: 2,
  horizontalLine: 1,
  verticalLine: 1,
  channel: 3,
  rectangle: 2,
  fibonacci: 2,
  text: 1,
  measure: 2,
};

export interface DrawingPoint {
  /** Opening time of a bar in milliseconds; beyond the newest bar a time to come. */
  readonly timeMs: number;
  readonly price: number;
}

export const DRAWING_WIDTHS = [1, 2, 3] as const;
type DrawingWidth = (typeof DRAWING_WIDTHS)[number];

export interface DrawingStyle {
  readonly color: LineColor;
  /** Pixels. */
  readonly width: DrawingWidth;
  readonly isDashed: boolean;
}

export interface Drawing extends DrawingStyle {
  readonly id: string;
  readonly tool: DrawingTool;
  readonly points: readonly DrawingPoint[];
  readonly isLocked: boolean;
  /** Of the tool "text" only. */
  readonly text?: string;
}

/** A market's drawings, shown in every interval. */
export interface Drawings {
  readonly list: readonly Drawing[];
  readonly isHidden: boolean;
}

/** The document of an account holds 32 KB; 80 drawings with the longest texts need less. */
export const MOST_DRAWINGS = 80;
export const MOST_TEXT_LENGTH = 60;

export const NO_DRAWINGS: Drawings = { list: [], isHidden: false };
export const USUAL_STYLE: DrawingStyle = { color: "ma2", width: 1, isDashed: false };

/** Reads stored drawings, which may come from another version: what is not a drawing is left out. */
export function readDrawings(stored: unknown): Drawings {
  if (typeof stored !== "object" || stored === null) return NO_DRAWINGS;
  const { list, isHidden } = stored as Partial<Record<keyof Drawings, unknown>>;
  if (!Array.isArray(list)) return NO_DRAWINGS;
  return { list: list.slice(0, MOST_DRAWINGS).flatMap(readDrawing), isHidden: isHidden === true };
}

function readDrawing(stored: unknown): readonly Drawing[] {
  if (typeof stored !== "object" || stored === null) return [];
  const { id, tool, points, isLocked, text, ...style } = stored as Partial<Record<keyof Drawing, unknown>>;
  if (typeof id !== "string" || id === "" || !isOneOf(DRAWING_TOOLS, tool) || !Array.isArray(points))
    return [];
  const read = points.flatMap(readPoint);
  if (read.length !== POINTS_OF[tool] || points.length !== read.length) return [];
  const words = typeof text === "string" ? text.slice(0, MOST_TEXT_LENGTH) : "";
  return [
    {
      id,
      tool,
      points: read,
      isLocked: isLocked === true,
      ...readStyle(style),
      ...(tool === "text" && { text: words }),
    },
  ];
}

function readPoint(stored: unknown): readonly DrawingPoint[] {
  if (typeof stored !== "object" || stored === null) return [];
  const { timeMs, price } = stored as Partial<Record<keyof DrawingPoint, unknown>>;
  if (typeof timeMs !== "number" || typeof price !== "number") return [];
  return Number.isFinite(timeMs) && Number.isFinite(price) ? [{ timeMs, price }] : [];
}

function readStyle(stored: Partial<Record<keyof DrawingStyle, unknown>>): DrawingStyle {
  return {
    color: isOneOf(LINE_COLORS, stored.color) ? stored.color : USUAL_STYLE.color,
    width: DRAWING_WIDTHS.find((width) => width === stored.width) ?? USUAL_STYLE.width,
    isDashed: stored.isDashed === true,
  };
}
