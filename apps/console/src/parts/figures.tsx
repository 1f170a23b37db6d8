import { useFormats } from "@candor/ui/ui-context.tsx";

/** A moment, with its day. */
export function Moment({ ms }: { readonly ms: number }) {
  const formats = useFormats();
  return (
    <time className="n nowrap" dateTime={new Date(ms).toISOString()}>
      {formats.date(ms, "day-time")}
    </time>
  );
}

const READ_DECIMALS = 8;
/** From a thousand on nobody reads more decimals than these. */
const LARGE = 1_000;
const DECIMALS_OF_LARGE = 2;

interface AmountProps {
  readonly text: string | null;
  readonly unit?: string;
  /** For a table that is read across: without zeros at the end, cut where a chain counts more finely than anybody reads. */
  readonly short?: boolean;
}

/** An exact decimal in the reader's marks; "–" when unknown. */
export function Amount({ text, unit, short = false }: AmountProps) {
  const formats = useFormats();
  const maxDecimals = Math.abs(Number(text)) >= LARGE ? DECIMALS_OF_LARGE : READ_DECIMALS;
  return (
    <span className="n nowrap">
      {formats.decimal(text, short ? { minDecimals: 0, maxDecimals } : {})}
      {unit !== undefined && text !== null && ` ${unit}`}
    </span>
  );
}

const PERCENT_E4 = 100;

/** 1/10,000 as a percent with one digit. */
export const percentOfE4 = (valueE4: number): string => `${(valueE4 / PERCENT_E4).toFixed(1)}%`;
