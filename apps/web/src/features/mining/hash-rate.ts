import type { Formats } from "@candor/ui/formats";

/** Formats a machine's power, "1.24 PH/s" on the wire, with the locale's decimal separator. */
export function hashRateText(computingPower: string, formats: Pick<Formats, "decimal">): string {
  const [figure = "", unit = ""] = computingPower.split(" ");
  return `${formats.decimal(figure)} ${unit}`;
}
