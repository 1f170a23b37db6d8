import data from "./base-map.json";

export type Point = readonly [latitude: number, longitude: number];

export interface BaseMap {
  /** Each land area: its outline and the lakes inside. */
  readonly land: readonly (readonly (readonly Point[])[])[];
  /** Borders between countries. */
  readonly borders: readonly (readonly Point[])[];
}

/** The file uses hundredths of a degree. */
const STEPS_PER_DEGREE = 100;

/** Decodes "1620 4820 -5 3": the first point, then differences from the previous point; longitude first. */
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

/** World outline bundled with the app, so no map server is needed. */
export const BASE_MAP: BaseMap = {
  land: data.land.map((rings) => rings.map(decodeLine)),
  borders: data.borders.map(decodeLine),
};
