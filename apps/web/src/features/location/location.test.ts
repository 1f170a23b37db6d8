import { expect, test } from "vitest";
import {
  distanceKm,
  parseCoordinates,
  wrapLongitude,
  writeCoordinates,
} from "../../shared/location/coordinates.ts";
import { BASE_MAP, decodeLine } from "./base-map.ts";
import { countryNames, nearestPlace, searchPlaces } from "./place-search.ts";
import { PLACES } from "./places.ts";

const VIENNA = { latitude: 48.2082, longitude: 16.3738 };

test("WEB-52 coordinates are read with points and with decimal commas, and nothing off the earth is", () => {
  expect(parseCoordinates("48.2082, 16.3738")).toEqual(VIENNA);
  expect(parseCoordinates(" 48.2082 16.3738 ")).toEqual(VIENNA);
  expect(parseCoordinates("48,2082; 16,3738")).toEqual(VIENNA);
  expect(parseCoordinates("−33.87,151.21")).toEqual({ latitude: -33.87, longitude: 151.21 });
  expect(parseCoordinates("91, 10")).toBeNull();
  expect(parseCoordinates("48, 181")).toBeNull();
  expect(parseCoordinates("48.2082")).toBeNull();
  expect(parseCoordinates("Vienna")).toBeNull();
  expect(writeCoordinates(VIENNA)).toBe("48.20820, 16.37380");
  expect(wrapLongitude(190)).toBe(-170);
  expect(wrapLongitude(-540)).toBe(-180);
  expect(wrapLongitude(16.5)).toBe(16.5);
});

test("WEB-52 places are found without marks, by any word of their name and by their country in the reader's language", () => {
  const german = countryNames("de");
  const names = (text: string, nameOf = german) => searchPlaces(text, nameOf).map(({ name }) => name);
  expect(names("zurich")).toEqual(["Zürich"]);
  expect(names("lodz")).toEqual(["Łódź"]);
  expect(names("izm")).toEqual(["İzmir"]);
  expect(names("paulo")).toEqual(["São Paulo"]);
  expect(names("österr")).toEqual(expect.arrayContaining(["Vienna", "Graz", "Linz", "Salzburg"]));
  expect(names("ελλ", countryNames("el"))).toEqual(expect.arrayContaining(["Athens", "Thessaloniki"]));
  expect(names("")).toEqual([]);
  expect(names("nowhere at all")).toEqual([]);
  expect(names("s").length).toBeLessThanOrEqual(8);
});

test("WEB-52 every listed place is on earth, has a country with a name, and stands once in the list", () => {
  const english = countryNames("en");
  for (const { name, country, latitude, longitude } of PLACES) {
    expect(Math.abs(latitude), name).toBeLessThan(75);
    expect(Math.abs(longitude), name).toBeLessThanOrEqual(180);
    expect(english(country), name).not.toBe(country);
  }
  expect(new Set(PLACES.map(({ name, country }) => `${name} ${country}`)).size).toBe(PLACES.length);
  expect(nearestPlace(VIENNA).place.name).toBe("Vienna");
  expect(nearestPlace(VIENNA).km).toBeLessThan(2);
  expect(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(20_015, 0);
});

/** Even-odd rule over all rings of all land areas. */
function isOnLand(latitude: number, longitude: number): boolean {
  let inside = false;
  for (const ring of BASE_MAP.land.flat()) {
    ring.forEach(([north, east], i) => {
      const [previousNorth, previousEast] = ring.at(i - 1) ?? [0, 0];
      if (north > latitude === previousNorth > latitude) return;
      const crossing = east + ((latitude - north) / (previousNorth - north)) * (previousEast - east);
      if (longitude < crossing) inside = !inside;
    });
  }
  return inside;
}

test("WEB-52 the bundled map has land where there is land and water where there is water", () => {
  expect(decodeLine("100 200 -50 5")).toEqual([
    [2, 1],
    [2.05, 0.5],
  ]);
  expect(isOnLand(48.21, 16.37)).toBe(true);
  expect(isOnLand(-23, -47)).toBe(true);
  expect(isOnLand(65, 100)).toBe(true);
  expect(isOnLand(0, -30)).toBe(false);
  expect(isOnLand(35.5, 18)).toBe(false);
  const inland = PLACES.filter(({ latitude, longitude }) => isOnLand(latitude, longitude));
  // With so coarse an outline, harbors and islands fall into the sea; most places must not.
  expect(inland.length / PLACES.length).toBeGreaterThan(0.75);
});
