/** A line's label: its width, and its line's height from the top, in pixels. */
export interface LineLabel {
  readonly id: string;
  readonly y: number;
  readonly width: number;
}

export interface LabelPlace {
  /** Distance from the left edge, or from the right one. */
  readonly x: number;
  /** Height of the label's line, or of the first free row below it. */
  readonly y: number;
  readonly isRight: boolean;
}

const EDGE = 8;
const SPACE = 6;
/** Lines closer than this have labels that would cover each other. */
const LABEL_HEIGHT = 20;

/**
 * Places the labels of lines so that none covers another: at the left edge, or at the right edge next to the legend, which
 * is at the top left. Labels of close lines are next to each other, the higher line first; without space for that, below.
 * @param legendHeight height of the legend in pixels
 * @param room width of the chart in pixels
 */
export function placeLabels(
  labels: readonly LineLabel[],
  legendHeight: number,
  room: number,
): ReadonlyMap<string, LabelPlace> {
  const places = new Map<string, LabelPlace>();
  const placed: (LineLabel & LabelPlace)[] = [];
  for (const label of labels.toSorted((a, b) => a.y - b.y || (a.id < b.id ? -1 : 1))) {
    const isRight = label.y < legendHeight;
    const endAt = (y: number) =>
      placed
        .filter((other) => other.isRight === isRight && Math.abs(y - other.y) < LABEL_HEIGHT)
        .reduce((x, other) => Math.max(x, other.x + other.width + SPACE), EDGE);
    let { y } = label;
    // Ends: below all others, a label is at the edge.
    while (endAt(y) > EDGE && endAt(y) + label.width > room - EDGE) y += LABEL_HEIGHT;
    const place = { x: endAt(y), y, isRight };
    placed.push({ ...label, ...place });
    places.set(label.id, place);
  }
  return places;
}
