import { registerOverlay } from "klinecharts";

/** The name under which the chart library knows the line of an own order. */
export const ORDER_LINE = "candorOrderLine";

/** Down to here the indicators have their figures at the left. */
const LEGEND_HEIGHT = 34;

/** A dashed line over the whole width with the order's words at its left end; at the indicators' figures below its right one. */
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
