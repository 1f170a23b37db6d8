const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;
/** Phones come first, before the system that theirs is based on. */
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

const firstIn = (text: string, names: readonly (readonly [string, string])[]): string | undefined =>
  names.find(([mark]) => text.includes(mark))?.[1];

/** Returns "Firefox, Android", shown in the device list; "" if nothing is recognized. */
export function deviceName(userAgent: string): string {
  return [firstIn(userAgent, BROWSERS), firstIn(userAgent, SYSTEMS)]
    .filter((part) => part !== undefined)
    .join(", ");
}
