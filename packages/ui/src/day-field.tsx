import { useId, useState } from "react";
import { classNames } from "./class-names.ts";
import "./day-field.css";
import "./field.css";
import { isoDay } from "./formats.ts";
import { useUi } from "./ui-context.tsx";

export interface DayFieldProps {
  readonly label: string;
  /** Local calendar day, YYYY-MM-DD. */
  readonly value: string | null;
  readonly least?: string | null;
  readonly most?: string | null;
  readonly onValueChange: (day: string | null) => void;
}

/** A date up to today, with the browser's calendar. */
export function DayField({ label, value, least, most, onValueChange }: DayFieldProps) {
  const id = useId();
  const { nowMs } = useUi();
  const [today] = useState(() => isoDay(nowMs()));
  return (
    <div className="field">
      <label className="lab" htmlFor={id}>
        {label}
      </label>
      <span className={classNames("inp", value === null && "is-empty")}>
        <input
          id={id}
          type="date"
          value={value ?? ""}
          min={least ?? undefined}
          max={most ?? today}
          onChange={(event) => onValueChange(event.target.value === "" ? null : event.target.value)}
        />
      </span>
    </div>
  );
}
