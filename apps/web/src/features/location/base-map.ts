import data from "./base-map.json";

export type Point = readonly [latitude: number, longitude: number];

export interface BaseMap {
  /** Each land as its outline and the waters inside it. */
  readonly land: readonly (readonly (readonly Point[])[])[];
  /** Between countries. */
  readonly borders: readonly (readonly Point[])[];
}

/** The file counts in hundredths of a degree. */
const STEPS_PER_DEGREE = 100;

/** "1620 4820 -5 3": the first point, then each as the difference from the one before; longitude first. */
export function decodeLine(text: string): readonly Point[] {
  const steps = text.split(" ").map(Number);
  const points: Point[] = [];
  let east = 0;
  let north = 0;
  for (let i = 0; i + 1 < steps.length; i += 2) {
    east += steps[i] ?? 0;
    north += steps[i + 1] ?? 0;
    points.push([north / STEPS_PER_DEGREE, east / STEPS_PER_DEGREE]);
  }
  return points;
}

/** The outline of the world that comes with the app: no map is asked from anybody. */
export const BASE_MAP: BaseMap = {
  land: data.land.map((rings) => rings.map(decodeLine)),
  borders: data.borders.map(decodeLine),
};
