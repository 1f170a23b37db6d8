import type { ReactNode } from "react";
import "./choice.css";
import { classNames } from "./class-names.ts";
import { moveFocus } from "./roving-focus.ts";
import { scrolledRow } from "./scrolled-row.ts";
import { type Choice, Radios } from "./segmented.tsx";

export interface TabsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly choices: readonly Choice<Value>[];
  /** Without the bottom line. */
  readonly plain?: boolean;
  readonly big?: boolean;
  readonly className?: string;
  /** Id of the tab panel. Give that element role="tabpanel". */
  readonly panelId?: string;
}

/** A row of tabs that scrolls horizontally if needed and keeps the selected tab visible. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, onValueChange, choices, plain = false, big = false, className, panelId } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the chosen choice holds the focus
    <div
      ref={scrolledRow}
      className={classNames("tabs", plain && "plain", big && "big", className)}
      role="tablist"
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, "[role=tab]")}
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="tab"
          aria-selected={choice.value === value}
          aria-controls={choice.value === value ? panelId : undefined}
          tabIndex={choice.value === value ? 0 : -1}
          onClick={() => onValueChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}

export interface ChipsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly choices: readonly Choice<Value>[];
  readonly square?: boolean;
  readonly className?: string;
}

/** Exclusive filters. */
export function Chips<Value extends string>(props: ChipsProps<Value>) {
  const { square = false, className, ...rest } = props;
  return (
    <Radios
      {...rest}
      rowRef={scrolledRow}
      rowClass={classNames("chips", className)}
      classOf={() => classNames("chip", square && "sq")}
    />
  );
}

export interface ChipProps {
  readonly pressed: boolean;
  readonly onPressedChange: (pressed: boolean) => void;
  readonly children: ReactNode;
  readonly square?: boolean;
}

/** A single toggle filter. */
export function Chip({ pressed, onPressedChange, children, square = false }: ChipProps) {
  return (
    <button
      type="button"
      className={classNames("chip", square && "sq")}
      aria-pressed={pressed}
      onClick={() => onPressedChange(!pressed)}
    >
      {children}
    </button>
  );
}
