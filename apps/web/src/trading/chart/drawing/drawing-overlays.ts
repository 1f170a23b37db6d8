import {
  type Bounding,
  type Chart,
  type Coordinate,
  type Overlay,
  type OverlayCreateFiguresCallbackParams,
  type OverlayFigure,
  registerOverlay,
} from "klinecharts";
import { DRAWING_TOOLS, type DrawingTool, POINTS_OF } from "./drawing.ts";
import {
  channelSides,
  lineThrough,
  type Measured,
  measure,
  type Place,
  rayThrough,
  retracement,
  type Segment,
  type Size,
  shownPart,
  shownSpan,
} from "./geometry.ts";

/** What a drawing's overlay carries. */
export interface OverlayContent {
  readonly text: string;
  /** Formats a price in the user's language. */
  readonly price: (value: number) => string;
  /** Lines of the label of a measurement. */
  readonly measured: (measured: Measured) => readonly string[];
  /** Of the line and of the surface below the chart: #RRGGBB. */
  readonly color: string;
  readonly surface: string;
  /** Of the line, in pixels. */
  readonly width: number;
  /** Soft fill of areas and of the measurement: #RRGGBBAA. */
  readonly fill: string;
}

type Figures = (parts: {
  readonly places: readonly Coordinate[];
  readonly bounding: Bounding;
  readonly overlay: Overlay<OverlayContent>;
  readonly chart: Chart;
}) => OverlayFigure[];

/** The library's name of a tool's overlay. */
export const overlayName = (tool: DrawingTool): string => `candor-${tool}`;

/** Pixels of a dash, and of the gap after it. */
export const DASHES = [5, 4];
const DASH_PERIOD = DASHES.reduce((sum, length) => sum + length, 0);

const line = (canvas: Size, ...segments: readonly Segment[]): OverlayFigure => ({
  type: "line",
  attrs: segments.flatMap((segment) => {
    const coordinates = shownPart(segment, canvas, DASH_PERIOD);
    return coordinates === undefined ? [] : [{ coordinates }];
  }),
});

interface Label extends Place {
  readonly text: string;
  readonly align: "left" | "center";
  readonly baseline: "bottom" | "top";
}

/** All labels of a drawing as one figure, which sets the canvas's state once. */
const labels = (all: readonly Label[]): OverlayFigure => ({
  type: "text",
  attrs: [...all],
  ignoreEvent: true,
});

/** The fill of a rectangle, as far as the canvas shows it. */
function area(canvas: Size, a: Place, b: Place, fill: string): OverlayFigure {
  const columns = shownSpan(Math.min(a.x, b.x), Math.max(a.x, b.x), canvas.width, DASH_PERIOD);
  const rows = shownSpan(Math.min(a.y, b.y), Math.max(a.y, b.y), canvas.height, DASH_PERIOD);
  const isShown = columns !== undefined && rows !== undefined;
  return {
    type: "rect",
    attrs: isShown
      ? [{ x: columns[0], y: rows[0], width: columns[1] - columns[0], height: rows[1] - rows[0] }]
      : [],
    styles: { style: "fill", color: fill },
  };
}

/** The sides of a rectangle. Browsers draw dashes of a straight line much faster than those of a closed path. */
function border(canvas: Size, a: Place, b: Place, width: number): OverlayFigure {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  // Rows reach to the outer edges of the columns.
  const [from, to] = [left - Math.floor(width / 2), right + Math.ceil(width / 2)];
  const rows = [top, bottom].map(
    (y): Segment => [
      { x: from, y },
      { x: to, y },
    ],
  );
  const columns = [left, right].map(
    (x): Segment => [
      { x, y: top },
      { x, y: bottom },
    ],
  );
  return line(canvas, ...rows, ...columns);
}

/** Pixels between a line and its label. */
const LABEL_GAP = 4;
const LABEL_HEIGHT = 16;

const FIGURES: Readonly<Record<DrawingTool, Figures>> = {
  trendLine: two(([a, b], bounding) => [line(bounding, [a, b])]),
  ray: two(([a, b], bounding) => [line(bounding, rayThrough(a, b, bounding))]),
  extendedLine: two(([a, b], bounding) => [line(bounding, lineThrough(a, b, bounding))]),
  horizontalLine: ({ places: [at], bounding }) =>
    at === undefined
      ? []
      : [
          line(bounding, [
            { x: 0, y: at.y },
            { x: bounding.width, y: at.y },
          ]),
        ],
  verticalLine: ({ places: [at], bounding }) =>
    at === undefined
      ? []
      : [
          line(bounding, [
            { x: at.x, y: 0 },
            { x: at.x, y: bounding.height },
          ]),
        ],
  channel: ({ places: [a, b, c], bounding, overlay }) => {
    if (a === undefined || b === undefined) return [];
    if (c === undefined) return [line(bounding, [a, b])];
    const { base, parallel, middle } = channelSides(a, b, c);
    const [from, to] = parallel;
    return [
      {
        type: "polygon",
        attrs: { coordinates: [...base, to, from] },
        styles: { style: "fill", color: contentOf(overlay)?.fill },
      },
      line(bounding, base, parallel),
      { ...line(bounding, middle), styles: { style: "dashed", size: 1 }, ignoreEvent: true },
    ];
  },
  rectangle: two(([a, b], bounding, { fill, width }) => [
    area(bounding, a, b, fill),
    border(bounding, a, b, width),
  ]),
  fibonacci: ({ places: [a, b], bounding, overlay }) => {
    const content = contentOf(overlay);
    const [start, end] = overlay.points.map(({ value }) => value);
    if (a === undefined || b === undefined || content === undefined) return [];
    if (start === undefined || end === undefined || start === end) return [line(bounding, [a, b])];
    const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
    const levels = retracement(start, end).map(({ ratio, price }) => ({
      y: b.y + (a.y - b.y) * ratio,
      text: `${ratio} · ${content.price(price)}`,
    }));
    return [
      { ...line(bounding, [a, b]), styles: { style: "dashed", size: 1 } },
      line(
        bounding,
        ...levels.map(
          ({ y }): Segment => [
            { x: left, y },
            { x: right, y },
          ],
        ),
      ),
      labels(
        readable(levels, right + LABEL_GAP, bounding).map(({ y, text }) => ({
          x: right + LABEL_GAP,
          y: y + LABEL_HEIGHT / 2,
          text,
          align: "left",
          baseline: "bottom",
        })),
      ),
    ];
  },
  text: ({ places: [at], overlay }) =>
    at === undefined
      ? []
      : [
          {
            type: "text",
            attrs: { ...at, text: contentOf(overlay)?.text || "…", align: "center", baseline: "middle" },
            styles: { size: 13 },
          },
        ],
  measure: ({ places: [a, b], bounding, overlay, chart }) => {
    const content = contentOf(overlay);
    if (a === undefined || b === undefined || content === undefined) return [];
    const [from, to] = overlay.points.map(({ timestamp, value }) => ({
      timeMs: timestamp ?? 0,
      price: value ?? 0,
      bar: barAt(chart, timestamp ?? 0),
    }));
    if (from === undefined || to === undefined) return [];
    const lines = content.measured(measure(from, to));
    const isUp = b.y <= a.y;
    const x = (a.x + b.x) / 2;
    return [
      area(bounding, a, b, content.fill),
      border(bounding, a, b, content.width),
      line(bounding, [
        { x, y: a.y },
        { x, y: b.y },
      ]),
      labels(
        lines.map((text, index) => {
          const row = isUp ? lines.length - index : index + 1;
          return {
            x,
            y: b.y + (isUp ? -1 : 1) * (LABEL_GAP + (row - 1) * LABEL_HEIGHT),
            text,
            align: "center",
            baseline: isUp ? "bottom" : "top",
          };
        }),
      ),
    ];
  },
};

/** Returns the levels whose labels the canvas shows and no label before covers. */
function readable<Level extends { readonly y: number }>(
  levels: readonly Level[],
  x: number,
  { width, height }: Size,
): readonly Level[] {
  if (x > width) return [];
  const shown: Level[] = [];
  for (const level of levels) {
    const before = shown.at(-1);
    const isFree = before === undefined || Math.abs(level.y - before.y) >= LABEL_HEIGHT;
    if (isFree && level.y > -LABEL_HEIGHT && level.y < height + LABEL_HEIGHT) shown.push(level);
  }
  return shown;
}

/** The price of a horizontal line at the axis. */
function priceLabel({
  coordinates: [at],
  overlay,
}: OverlayCreateFiguresCallbackParams<OverlayContent>): OverlayFigure[] {
  const content = contentOf(overlay);
  const price = overlay.points[0]?.value;
  if (at === undefined || content === undefined || price === undefined) return [];
  return [
    {
      type: "text",
      attrs: { x: 2, y: at.y, text: content.price(price), align: "left", baseline: "middle" },
      styles: { color: content.surface, backgroundColor: content.color },
      ignoreEvent: true,
    },
  ];
}

function two(
  figures: (
    places: readonly [Coordinate, Coordinate],
    bounding: Bounding,
    content: OverlayContent,
  ) => OverlayFigure[],
): Figures {
  return ({ places: [a, b], bounding, overlay }) => {
    const content = contentOf(overlay);
    return a === undefined || b === undefined || content === undefined
      ? []
      : figures([a, b], bounding, content);
  };
}

/** The library starts a drawing before it has its content. */
const contentOf = (overlay: Overlay<OverlayContent>): OverlayContent | undefined => overlay.extendData;

/** Index of the bar at a time, extrapolated beyond the bars that are known. */
function barAt(chart: Chart, timestamp: number): number {
  const at = chart.convertToPixel([{ timestamp }]);
  const [{ x = 0 } = {}] = Array.isArray(at) ? at : [at];
  const point = chart.convertFromPixel([{ x }]);
  const [{ dataIndex = 0 } = {}] = Array.isArray(point) ? point : [point];
  return dataIndex;
}

for (const tool of DRAWING_TOOLS) {
  registerOverlay<OverlayContent>({
    name: overlayName(tool),
    // The library counts one step more than the points.
    totalStep: POINTS_OF[tool] + 1,
    needDefaultPointFigure: true,
    createPointFigures: ({
      coordinates,
      bounding,
      overlay,
      chart,
    }: OverlayCreateFiguresCallbackParams<OverlayContent>) =>
      FIGURES[tool]({ places: coordinates, bounding, overlay, chart }),
    ...(tool === "horizontalLine" && { createYAxisFigures: priceLabel }),
  });
}
