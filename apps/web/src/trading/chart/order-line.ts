import { registerOverlay } from "klinecharts";

/** Name of the own-order line in the chart library. */
export const ORDER_LINE = "candorOrderLine";

/** Height of the indicators' legend at the left. */
const LEGEND_HEIGHT = 34;

/** A dashed line over the full width, labeled at its left end; labeled at the right end where the legend is. */
registerOverlay<string>({
  name: ORDER_LINE,
  totalStep: 2,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ coordinates, bounding, overlay }) => {
    const y = coordinates[0]?.y ?? 0;
    const place =
      y < LEGEND_HEIGHT
        ? { x: bounding.width - 8, y: y + 2, align: "right", baseline: "top" }
        : { x: 8, y: y - 2, baseline: "bottom" };
    return [
      {
        type: "line",
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: bounding.width, y },
          ],
        },
        ignoreEvent: true,
      },
      {
        type: "text",
        attrs: { ...place, text: overlay.extendData },
        ignoreEvent: true,
      },
    ];
  },
});
