import type { Side } from "@candor/domain/enumerations";
import { registerOverlay } from "klinecharts";

/** Name of the mark of an own fill in the chart library. */
export const FILL_MARK = "candorFill";

interface FillMarkData {
  readonly side: Side;
  readonly color: string;
}

/** Half the width and the height of an arrow, and its distance from the price, in pixels. */
const HALF = 5;
const HEIGHT = 8;
const GAP = 3;

/** A small arrow at a fill's bar and price: from below for a buy, from above for a sell. */
registerOverlay<FillMarkData>({
  name: FILL_MARK,
  totalStep: 2,
  createPointFigures: ({ coordinates, overlay }) => {
    const [at] = coordinates;
    if (at === undefined) return [];
    const { side, color } = overlay.extendData;
    const down = side === "buy" ? 1 : -1;
    const tip = at.y + down * GAP;
    const base = tip + down * HEIGHT;
    return {
      type: "polygon",
      attrs: {
        coordinates: [
          { x: at.x, y: tip },
          { x: at.x - HALF, y: base },
          { x: at.x + HALF, y: base },
        ],
      },
      styles: { style: "fill", color },
    };
  },
});
