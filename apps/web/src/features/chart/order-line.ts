import { registerOverlay } from "klinecharts";

/** The name under which the chart library knows the line of an own order. */
export const ORDER_LINE = "candorOrderLine";

/** A dashed line over the whole width with the order's words at its left end. */
registerOverlay<string>({
  name: ORDER_LINE,
  totalStep: 2,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ coordinates, bounding, overlay }) => {
    const y = coordinates[0]?.y ?? 0;
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
        attrs: { x: 8, y: y - 2, text: overlay.extendData, baseline: "bottom" },
        ignoreEvent: true,
      },
    ];
  },
});
