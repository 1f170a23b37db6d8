import type { Formats } from "@candor/ui/formats";

/** A machine's power, which the wire writes as "1.24 PH/s", with the reader's decimal mark. */
export function hashRateText(computingPower: string, formats: Pick<Formats, "decimal">): string {
  const [figure = "", unit = ""] = computingPower.split(" ");
  return `${formats.decimal(figure)} ${unit}`;
}
