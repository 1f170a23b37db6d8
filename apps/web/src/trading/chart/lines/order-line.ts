import { type Chart, type Overlay, registerOverlay } from "klinecharts";
import { CANDLE_PANE } from "../candle-pane.ts";
import { legendRows } from "../indicators/indicator-list.ts";
import { type LabelPlace, placeLabels } from "./place-labels.ts";

/** Name of the own-order line in the chart library. */
export const ORDER_LINE = "candorOrderLine";

interface OrderLineData {
  readonly label: string;
  /** Something else shows the label; called with its place on each drawing, null while the line is out of sight. */
  readonly place?: (place: LabelPlace | null) => void;
}

/** Height of the legend at the left: above its first row, and per row. */
const LEGEND_TOP = 16;
const LEGEND_ROW = 18;
/** Space within a label that the app shows itself, and within a drawn one. */
const HANDLE_PADDING = 14;
const PADDING = 6;
/** Share of the width that a line leaves to the legend that it would strike through. */
const LEGEND_SHARE = 0.7;

/** A dashed line over the full width, labeled at its left end; at the right end, and only there, where the legend is. */
registerOverlay<OrderLineData>({
  name: ORDER_LINE,
  totalStep: 2,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ chart, coordinates, bounding, overlay, yAxis }) => {
    const y = coordinates[0]?.y ?? 0;
    const isInSight = y >= 0 && y <= bounding.height;
    const { label, place: report } = overlay.extendData;
    const heightOf = (price: number) => yAxis?.convertToPixel(price) ?? 0;
    const place = isInSight ? placesIn(chart, heightOf, bounding).get(overlay.id) : undefined;
    report?.(place ?? null);
    const isRight = place?.isRight === true;
    const line = {
      type: "line",
      attrs: {
        coordinates: [
          { x: isRight ? bounding.width * LEGEND_SHARE : 0, y },
          { x: bounding.width, y },
        ],
      },
      ignoreEvent: true,
    };
    if (report !== undefined || place === undefined) return [line];
    const at = isRight
      ? { x: bounding.width - place.x, y: place.y + 2, align: "right", baseline: "top" }
      : { x: place.x, y: place.y - 2, baseline: "bottom" };
    return [line, { type: "text", attrs: { ...at, text: label }, ignoreEvent: true }];
  },
});

/** Returns the place of each label in sight. */
function placesIn(
  chart: Chart,
  heightOf: (price: number) => number,
  { width, height }: { readonly width: number; readonly height: number },
): ReadonlyMap<string, LabelPlace> {
  const rows = legendRows(
    chart.getIndicators({ paneId: CANDLE_PANE }).map(({ figures }) => figures.length),
    width,
  );
  const labels = (chart.getOverlays({ name: ORDER_LINE }) as Overlay<OrderLineData>[])
    .map((overlay) => ({
      id: overlay.id,
      y: heightOf(overlay.points[0]?.value ?? 0),
      width: widthOf(overlay.extendData),
    }))
    .filter(({ y }) => y >= 0 && y <= height);
  return placeLabels(labels, LEGEND_TOP + LEGEND_ROW * Math.max(1, rows), width);
}

const pen = document.createElement("canvas").getContext("2d");
const FONT_PX = 11;
const widths = new Map<string, number>();
/** Forgets measured labels when there are more. */
const MAX_WIDTHS = 500;

/** Returns the width of a label in pixels. */
function widthOf({ label, place }: OrderLineData): number {
  let width = widths.get(label);
  if (width === undefined) {
    if (pen !== null) pen.font = `${FONT_PX}px ${getComputedStyle(document.body).fontFamily}`;
    width = Math.ceil(pen?.measureText(label).width ?? 0);
    if (widths.size >= MAX_WIDTHS) widths.clear();
    widths.set(label, width);
  }
  return width + (place === undefined ? PADDING : HANDLE_PADDING);
}
