import { Slider as Base } from "@base-ui/react/slider";
import { classNames } from "./class-names.ts";
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

/** How much of what is free: a track with diamond stops. Words below the stops, a percent sign on the chosen one. */
export function Slider({ label, value, onValueChange, stops = QUARTERS, disabled = false }: SliderProps) {
  return (
    <Base.Root
      className="slider"
      value={value}
      min={0}
      max={100}
      step={1}
      disabled={disabled}
      onValueChange={(next) => onValueChange(typeof next === "number" ? next : (next[0] ?? 0))}
    >
      <Base.Control className="slider-control">
        <Base.Track className="slider-track">
          <span className="slider-fill" style={{ width: `${value}%` }} />
        </Base.Track>
        {stops.map((stop) => (
          <b
            key={stop}
            className={classNames("slider-stop", stop <= value && "on")}
            style={{ left: `${stop}%` }}
            aria-hidden="true"
          />
        ))}
        <Base.Thumb className="slider-knob" getAriaLabel={() => label} />
      </Base.Control>
      {stops.map((stop) => (
        <em key={stop} className="slider-label" style={{ left: `${stop}%` }} aria-hidden="true">
          {stop === value ? `${stop}%` : stop}
        </em>
      ))}
    </Base.Root>
  );
}
