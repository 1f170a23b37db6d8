import type { CSSProperties } from "react";
import { classNames } from "./class-names.ts";
import { useUi } from "./ui-context.tsx";
import "./slider.css";

export interface SliderProps {
  readonly label: string;
  /** 0–100. */
  readonly value: number;
  readonly onValueChange: (value: number) => void;
  /** Where the diamonds stand. */
  readonly stops?: readonly number[];
  readonly disabled?: boolean;
}

const QUARTERS = [0, 25, 50, 75, 100];
/** Closer to a stop than this the knob goes to the stop. */
const CATCH = 2;

/** How much of what is free: the browser's range under a drawn track with diamond stops. */
export function Slider({ label, value, onValueChange, stops = QUARTERS, disabled = false }: SliderProps) {
  const { formats } = useUi();
  const choose = (next: number) => {
    // Only when dragged: the arrow keys move by one and must get past a stop.
    const isDragged = Math.abs(next - value) > CATCH;
    const stop = isDragged ? stops.find((each) => Math.abs(each - next) <= CATCH) : undefined;
    onValueChange(stop ?? next);
  };
  return (
    <div
      className="slider"
      data-disabled={disabled || undefined}
      style={{ "--at": `${value}%` } as CSSProperties}
    >
      <span className="slider-track" aria-hidden="true">
        <span className="slider-fill" />
      </span>
      {stops.map((stop) => (
        <b
          key={stop}
          className={classNames("slider-stop", stop <= value && "on")}
          style={{ left: `${stop}%` }}
          aria-hidden="true"
        />
      ))}
      <input
        type="range"
        className="slider-input"
        aria-label={label}
        aria-valuetext={formats.percent(String(value), { signed: false })}
        min={0}
        max={100}
        step={1}
        value={value}
        disabled={disabled}
        onChange={(event) => choose(event.target.valueAsNumber)}
      />
      {stops.map((stop) => (
        <em key={stop} className="slider-label" style={{ left: `${stop}%` }} aria-hidden="true">
          {stop === value ? formats.percent(String(stop), { signed: false }) : stop}
        </em>
      ))}
    </div>
  );
}
