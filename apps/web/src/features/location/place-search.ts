import type { Coordinates } from "../../shared/location/coordinates.ts";
import { distanceKm } from "../../shared/location/coordinates.ts";
import type { Place } from "./places.ts";
import { PLACES } from "./places.ts";

const MAX_RESULTS = 8;

/** Removes diacritics, so that "Zurich" and "zürich" match. */
const plainLetters = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ł", "l")
    .replaceAll("Ł", "L")
    .replaceAll("ı", "i")
    .toLowerCase()
    .trim();

/** Returns a country's name in the user's language, or its code if the browser has no name for it. */
export function countryNames(tag: string): (code: string) => string {
  const names = new Intl.DisplayNames([tag, "en"], { type: "region", fallback: "code" });
  return (code) => names.of(code) ?? code;
}

/**
 * Returns places with a word in their name or country name that starts with the text. Place name matches come first.
 */
export function searchPlaces(text: string, nameOf: (country: string) => string): readonly Place[] {
  const query = plainLetters(text);
  if (query === "") return [];
  const begins = (name: string) => {
    const plain = plainLetters(name);
    return plain.startsWith(query) || plain.split(/[\s'-]+/).some((word) => word.startsWith(query));
  };
  const byName = PLACES.filter((place) => begins(place.name));
  const byCountry = PLACES.filter((place) => !byName.includes(place) && begins(nameOf(place.country)));
  return [...byName, ...byCountry].slice(0, MAX_RESULTS);
}

/** Returns the listed place nearest to a point. */
export function nearestPlace(point: Coordinates): { readonly place: Place; readonly km: number } {
  let nearest = { place: PLACES[0] as Place, km: Number.POSITIVE_INFINITY };
  for (const place of PLACES) {
    const km = distanceKm(point, place);
    if (km < nearest.km) nearest = { place, km };
  }
  return nearest;
}
