import { classNames } from "./class-names.ts";
import "./display.css";
import type { DecimalOptions } from "@candor/text/decimal-text";
import { decimalParts, signOfDecimal, UNKNOWN } from "@candor/text/decimal-text";
import { useUi } from "./ui-context.tsx";

export interface FinancialTextProps extends DecimalOptions {
  /** Wire decimal; null or undefined is unknown and shows "–", never zero. */
  readonly value: string | null | undefined;
  /** Shown after the figure. */
  readonly asset?: string;
  /** Smaller, muted decimals and unit: for the main figure of a screen. */
  readonly quiet?: boolean;
  /** Colored by sign; the sign is always shown too. */
  readonly toned?: boolean;
  /** Abbreviates large figures such as volumes, with two decimals each. */
  readonly compact?: boolean;
  /** Shows dots instead of the figure. */
  readonly hidden?: boolean;
  readonly prefix?: string;
  readonly className?: string;
}

const HIDDEN = "••••••";

/** The only component that shows money: exact digits, locale separators, U+2212 as minus. */
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
        {formats.compact(value, { isInColumn: true })}
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
  // Too small for the decimals: a figure without a sign has no color.
  const isZero = !/[1-9]/.test(parts.whole + parts.fraction);
  return (
    <span className={isZero ? classNames("n", props.className) : className} translate="no">
      {prefix}
      {parts.sign}
      {parts.whole}
      {quiet ? <span className="frac">{parts.fraction + unit}</span> : parts.fraction + unit}
    </span>
  );
}

export interface PercentProps {
  /** Signed percentage from the wire, such as "-1.23"; null if unknown. */
  readonly value: string | null | undefined;
  /** With a tinted background, for a list's last column. */
  readonly boxed?: boolean;
  /** In parentheses, after the same change as an amount. */
  readonly inParentheses?: boolean;
  readonly className?: string;
}

/** A percentage change with sign and color. */
export function Percent({ value, boxed = false, inParentheses = false, className }: PercentProps) {
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
      {inParentheses ? `(${formats.percent(value)})` : formats.percent(value)}
    </span>
  );
}
