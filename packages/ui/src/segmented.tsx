import type { ReactNode, Ref } from "react";
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
  /** Buy and sell: the selected half has the direction's color (its values are "buy" and "sell"). */
  readonly directional?: boolean;
}

/** Two to four exclusive choices. */
export function Segmented<Value extends string>({ directional = false, ...rest }: SegmentedProps<Value>) {
  return <Radios {...rest} rowClass="seg" classOf={(value) => (directional ? value : undefined)} />;
}

interface RadiosProps<Value extends string> extends Omit<SegmentedProps<Value>, "directional"> {
  readonly rowClass: string;
  readonly rowRef?: Ref<HTMLDivElement>;
  readonly classOf: (value: Value) => string | undefined;
}

/** A row of exclusive choices, in any style. */
export function Radios<Value extends string>(props: RadiosProps<Value>) {
  const { label, value, onValueChange, choices, rowClass, rowRef, classOf } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the chosen choice holds the focus
    <div
      ref={rowRef}
      className={rowClass}
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
          className={classOf(choice.value)}
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
