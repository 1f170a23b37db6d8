/** Degrees north and east. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

const MAX_LATITUDE = 90;
const MAX_LONGITUDE = 180;
const EARTH_RADIUS_KM = 6_371;
/** About one meter. */
const DECIMALS = 5;

const POINTS = /^(-?[0-9]{1,3}(?:\.[0-9]+)?)(?:\s*[,;]\s*|\s+)(-?[0-9]{1,3}(?:\.[0-9]+)?)$/;
const COMMAS = /^(-?[0-9]{1,3}(?:,[0-9]+)?)(?:\s*;\s*|\s+)(-?[0-9]{1,3}(?:,[0-9]+)?)$/;

/**
 * Parses "48.2082, 16.3738" or, with decimal commas, "48,2082; 16,3738"; returns null for anything that is not a place
 * on earth.
 */
export function parseCoordinates(text: string): Coordinates | null {
  const plain = text.trim().replaceAll("−", "-");
  const found = POINTS.exec(plain) ?? COMMAS.exec(plain);
  if (found === null) return null;
  const [latitude, longitude] = [found[1], found[2]].map((part) => Number((part ?? "").replace(",", ".")));
  if (latitude === undefined || longitude === undefined) return null;
  if (Math.abs(latitude) > MAX_LATITUDE || Math.abs(longitude) > MAX_LONGITUDE) return null;
  return { latitude, longitude };
}

/** Format used by maps and geo: links, independent of the locale. */
export const writeCoordinates = ({ latitude, longitude }: Coordinates): string =>
  `${latitude.toFixed(DECIMALS)}, ${longitude.toFixed(DECIMALS)}`;

/** Normalizes a longitude after any number of turns around the world. */
export function wrapLongitude(longitude: number): number {
  const turn = 2 * MAX_LONGITUDE;
  return ((((longitude + MAX_LONGITUDE) % turn) + turn) % turn) - MAX_LONGITUDE;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the surface distance in kilometers: the haversine formula (Sinnott, 1984). */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const north = radians(b.latitude - a.latitude);
  const east = radians(b.longitude - a.longitude);
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}
