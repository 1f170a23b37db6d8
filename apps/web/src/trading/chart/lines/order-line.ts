import { registerOverlay } from "klinecharts";

/** Name of the own-order line in the chart library. */
export const ORDER_LINE = "candorOrderLine";

interface OrderLineData {
  /** Drawn at the line; "" if something else labels it. */
  readonly label: string;
  /** Called with the line's height on each drawing, in pixels from the top; null while it is out of sight. */
  readonly place?: (y: number | null) => void;
}

/** Height of the indicators' legend at the left. */
export const LEGEND_HEIGHT = 34;

/** A dashed line over the full width, labeled at its left end; labeled at the right end where the legend is. */
registerOverlay<OrderLineData>({
  name: ORDER_LINE,
  totalStep: 2,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ coordinates, bounding, overlay }) => {
    const y = coordinates[0]?.y ?? 0;
    const { label, place: report } = overlay.extendData;
    report?.(y >= 0 && y <= bounding.height ? y : null);
    const place =
      y < LEGEND_HEIGHT
        ? { x: bounding.width - 8, y: y + 2, align: "right", baseline: "top" }
        : { x: 8, y: y - 2, baseline: "bottom" };
    const line = {
      type: "line",
      attrs: {
        coordinates: [
          { x: 0, y },
          { x: bounding.width, y },
        ],
      },
      ignoreEvent: true,
    };
    return label === ""
      ? [line]
      : [line, { type: "text", attrs: { ...place, text: label }, ignoreEvent: true }];
  },
});
