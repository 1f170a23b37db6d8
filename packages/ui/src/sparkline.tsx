import { classNames } from "./class-names.ts";
import "./display.css";

export interface SparklineProps {
  /** Oldest first. A picture, not money, so floating point is fine. */
  readonly values: readonly number[];
  readonly width?: number;
  readonly height?: number;
  /** Fills the area below the line. */
  readonly filled?: boolean;
  readonly className?: string;
}

const EDGE = 2;

/** A price history as one line, colored by direction. Decorative: the change is next to it in figures. */
export function Sparkline({ values, width = 72, height = 28, filled = false, className }: SparklineProps) {
  const first = values[0];
  const last = values.at(-1);
  if (first === undefined || last === undefined || values.length < 2) {
    return <span className={classNames("spark", className)} style={{ width, height }} aria-hidden="true" />;
  }
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const points = values.map((value, index) => {
    const x = (index * width) / (values.length - 1);
    const y = span === 0 ? height / 2 : height - EDGE - ((value - low) / span) * (height - 2 * EDGE);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const colour = last >= first ? "var(--c-up)" : "var(--c-down)";
  return (
    <svg
      className={classNames("spark", className)}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      {filled && (
        <polygon points={`0,${height} ${points.join(" ")} ${width},${height}`} fill={colour} opacity="0.1" />
      )}
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke={colour}
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}
