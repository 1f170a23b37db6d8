import type { Formats } from "@candor/ui/formats";
import type { Translate } from "../../../i18n/i18n.ts";
import type { BoardWords } from "./drawing-board.ts";
import { durationParts, type Measured } from "./geometry.ts";

const PERCENT_DECIMALS = 2;

/** Formats what drawings say, in the user's language. */
export function boardWords(t: Translate, formats: Formats, priceDecimals: number): BoardWords {
  const price = (value: number): string => formats.decimal(value.toFixed(priceDecimals));
  const signed = (text: string, value: number): string => (value > 0 ? `+${text}` : text);
  return {
    price,
    measured: ({ price: difference, percent, bars, timeMs }: Measured) => {
      const first = signed(price(difference), difference);
      const share = percent === undefined ? "" : ` (${formats.percent(percent.toFixed(PERCENT_DECIMALS))})`;
      return [`${first}${share}`, `${t("chart.barCount", { count: bars })} · ${duration(t, timeMs)}`];
    },
  };
}

/** "2d 4h": the two largest units. */
function duration(t: Translate, timeMs: number): string {
  const { days, hours, minutes, seconds } = durationParts(timeMs);
  const units = [
    [days, t("chart.days", { count: days })],
    [hours, t("chart.hours", { count: hours })],
    [minutes, t("chart.minutes", { count: minutes })],
    [seconds, t("chart.seconds", { count: seconds })],
  ] as const;
  const words = units.filter(([count]) => count > 0).map(([, text]) => text);
  return words.length === 0 ? t("chart.minutes", { count: 0 }) : words.slice(0, 2).join(" ");
}
