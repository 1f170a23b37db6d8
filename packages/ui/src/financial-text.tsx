import { classNames } from "./class-names.ts";
import "./display.css";
import type { DecimalOptions } from "@candor/text/decimal-text";
import { decimalParts, signOfDecimal, UNKNOWN } from "@candor/text/decimal-text";
import { useUi } from "./ui-context.tsx";

export interface FinancialTextProps extends DecimalOptions {
  /** Decimal string of the wire; null or undefined is unknown and shows "–", never zero. */
  readonly value: string | null | undefined;
  /** Written after the figure. */
  readonly asset?: string;
  /** Smaller, quieter decimals and unit: for the one figure that a screen is about. */
  readonly quiet?: boolean;
  /** Colour by sign; the sign itself is always there as well. */
  readonly toned?: boolean;
  /** Large figures in short form, such as volumes. */
  readonly compact?: boolean;
  /** Dots instead of the figure. */
  readonly hidden?: boolean;
  readonly prefix?: string;
  readonly className?: string;
}

const HIDDEN = "••••••";

/** The one component that writes money: exact digits, the language's marks, U+2212 for minus. */
export function FinancialText(props: FinancialTextProps) {
  const { value, asset, quiet = false, toned = false, compact = false, hidden = false, prefix = "" } = props;
  const { formats, labels } = useUi();
  const sign = toned ? signOfDecimal(value) : 0;
  const className = classNames("n", sign > 0 && "up", sign < 0 && "down", props.className);
  if (hidden) {
    return (
      <span className={className} translate="no">
        <span aria-hidden="true">{HIDDEN}</span>
        <span className="vh">{labels.hiddenAmount}</span>
      </span>
    );
  }
  if (value === null || value === undefined)
    return (
      <span className={className} translate="no">
        {UNKNOWN}
      </span>
    );
  if (compact) {
    return (
      <span className={className} translate="no">
        {prefix}
        {formats.compact(value)}
        {asset !== undefined && ` ${asset}`}
      </span>
    );
  }
  const parts = decimalParts(value, formats.marks, props);
  if (parts === null)
    return (
      <span className={className} translate="no">
        {UNKNOWN}
      </span>
    );
  const unit = asset === undefined ? "" : ` ${asset}`;
  return (
    <span className={className} translate="no">
      {prefix}
      {parts.sign}
      {parts.whole}
      {quiet ? <span className="frac">{parts.fraction + unit}</span> : parts.fraction + unit}
    </span>
  );
}

export interface PercentProps {
  /** Signed percent of the wire, such as "-1.23"; null is unknown. */
  readonly value: string | null | undefined;
  /** On a soft ground, as a list's last column. */
  readonly boxed?: boolean;
  readonly className?: string;
}

/** A change in percent: sign and colour. */
export function Percent({ value, boxed = false, className }: PercentProps) {
  const { formats } = useUi();
  const sign = signOfDecimal(value);
  return (
    <span
      translate="no"
      className={classNames(
        "pct n",
        boxed && "box",
        sign > 0 && "up",
        sign < 0 && "down",
        sign === 0 && "muted",
        className,
      )}
    >
      {formats.percent(value)}
    </span>
  );
}
