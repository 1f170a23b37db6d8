import type { ReactNode } from "react";
import "./choice.css";
import { moveFocus } from "./roving-focus.ts";

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

export interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly choices: readonly Choice<Value>[];
  /** Buy and sell: the chosen half takes the direction's colour ("buy" and "sell" are its values). */
  readonly directional?: boolean;
}

/** Two to four choices of which one holds. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, onValueChange, choices, directional = false } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the chosen choice holds the focus
    <div
      className="seg"
      role="radiogroup"
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, "[role=radio]")}
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a button keeps one look in all browsers
          role="radio"
          className={directional ? choice.value : undefined}
          aria-checked={choice.value === value}
          tabIndex={choice.value === value ? 0 : -1}
          onClick={() => onValueChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
