import type { CSSProperties } from "react";
import { classNames } from "./class-names.ts";
import { useUi } from "./ui-context.tsx";
import "./slider.css";

export interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly onValueChange: (value: number) => void;
  /** Default: 0 to 100. */
  readonly min?: number;
  readonly max?: number;
  /** Positions of the diamonds. */
  readonly stops?: readonly number[];
  /** Formats stops and value; by default only the current value is shown as a percentage. */
  readonly textOf?: (value: number) => string;
  readonly disabled?: boolean;
}

const QUARTERS = [0, 25, 50, 75, 100];
/** The knob snaps to a stop within this distance. */
const CATCH = 2;

/** A share of the available amount: a native range input under a drawn track with diamond stops. */
export function Slider(props: SliderProps) {
  const { label, value, onValueChange, stops = QUARTERS, min = 0, max = 100, disabled = false } = props;
  const { formats } = useUi();
  const percent = (each: number) => formats.percent(String(each), { signed: false });
  const at = (each: number) => `${((each - min) * 100) / Math.max(1, max - min)}%`;
  const labelOf = (stop: number) => props.textOf?.(stop) ?? (stop === value ? percent(stop) : stop);
  const choose = (next: number) => {
    // Only while dragging: arrow keys move by one and must get past a stop.
    const isDragged = Math.abs(next - value) > CATCH;
    const stop = isDragged ? stops.find((each) => Math.abs(each - next) <= CATCH) : undefined;
    onValueChange(stop ?? next);
  };
  return (
    <div
      className="slider"
      data-disabled={disabled || undefined}
      style={{ "--at": at(value) } as CSSProperties}
    >
      <span className="slider-track" aria-hidden="true">
        <span className="slider-fill" />
      </span>
      {stops.map((stop) => (
        <b
          key={stop}
          className={classNames("slider-stop", stop <= value && "on")}
          style={{ left: at(stop) }}
          aria-hidden="true"
        />
      ))}
      <input
        type="range"
        className="slider-input"
        aria-label={label}
        aria-valuetext={props.textOf?.(value) ?? percent(value)}
        min={min}
        max={max}
        step={1}
        value={value}
        disabled={disabled}
        onChange={(event) => choose(event.target.valueAsNumber)}
      />
      {stops.map((stop) => (
        <em key={stop} className="slider-label" style={{ left: at(stop) }} aria-hidden="true">
          {labelOf(stop)}
        </em>
      ))}
    </div>
  );
}
