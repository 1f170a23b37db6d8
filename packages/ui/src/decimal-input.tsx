import type { ChangeEvent, ClipboardEvent, KeyboardEvent, ReactNode } from "react";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "./class-names.ts";
import { cleanPastedDecimal, editDecimal, finishDecimalEntry, showDecimalEntry } from "./decimal-entry.ts";
import { stepDecimal } from "./decimal-math.ts";
import { describedBy, Field, FieldError, isShown } from "./field.tsx";
import { MinusIcon, PlusIcon } from "./icons.tsx";
import { useUi } from "./ui-context.tsx";

const REPEAT_AFTER_MS = 400;
const REPEAT_EVERY_MS = 80;
/** Decimals that an entry may have unless the caller says otherwise; the wire's own bound. */
const MOST_DECIMALS = 18;

export interface DecimalInputProps {
  readonly label: ReactNode;
  /** Plain decimal text with a point, "" when empty. Never a number: nothing is ever rounded on the way. */
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Decimals that may be typed. */
  readonly decimals?: number;
  /** Adds − and + buttons and the arrow keys, in steps of this decimal text ("0.10"). */
  readonly step?: string;
  /** Where stepping starts from an empty field, e.g. the last price. */
  readonly stepFrom?: string;
  readonly unit?: ReactNode;
  readonly trailing?: ReactNode;
  readonly labelInside?: boolean;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly alignRight?: boolean;
  readonly id?: string;
  readonly name?: string;
  /** The first field of its sheet. */
  readonly autoFocus?: boolean;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
}

/** An amount or a price. Takes decimal comma and point; shows the language's own form. */
export function DecimalInput(props: DecimalInputProps) {
  const {
    label,
    value,
    onValueChange,
    decimals = MOST_DECIMALS,
    step,
    stepFrom = "0",
    labelInside = true,
  } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const { formats } = useUi();
  const [isEditing, setEditing] = useState(false);
  const inputElement = useRef<HTMLInputElement>(null);
  const startsFocused = props.autoFocus === true;
  useEffect(() => {
    if (startsFocused) inputElement.current?.focus();
  }, [startsFocused]);
  const shown = showDecimalEntry(value, formats.marks, isEditing);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    inputElement.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const nudge = (steps: number) => {
    if (step === undefined) return;
    onValueChange(value === "" ? stepFrom : stepDecimal(finishDecimalEntry(value), step, steps));
  };
  const input = (
    <input
      ref={inputElement}
      id={id}
      name={props.name}
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      value={shown}
      placeholder={props.placeholder}
      disabled={props.disabled}
      aria-invalid={isShown(props.error) || undefined}
      aria-describedby={describedBy(id, props.help, props.error)}
      onFocus={props.onFocus}
      onBlur={() => {
        setEditing(false);
        const finished = finishDecimalEntry(value);
        if (finished !== value) onValueChange(finished);
        props.onBlur?.();
      }}
      onChange={(event: ChangeEvent<HTMLInputElement>) => {
        const typed = event.target.value;
        const caretAt = event.target.selectionStart ?? typed.length;
        const edit = editDecimal(shown, typed, caretAt, formats.marks, decimals);
        caret.current = edit.caret;
        // Thousands marks stand until somebody types, so that a selection survives the first key.
        setEditing(true);
        onValueChange(edit.value);
      }}
      onPaste={(event: ClipboardEvent<HTMLInputElement>) => {
        const { selectionStart, selectionEnd } = event.currentTarget;
        const isWhole = selectionStart === 0 && selectionEnd === shown.length;
        if (!isWhole) return;
        event.preventDefault();
        onValueChange(cleanPastedDecimal(event.clipboardData.getData("text"), formats.marks, decimals));
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (step === undefined || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
        event.preventDefault();
        nudge((event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1));
      }}
    />
  );
  const after = (
    <>
      {isShown(props.unit) && <span className="u">{props.unit}</span>}
      {props.trailing}
      {step !== undefined && <Stepper disabled={props.disabled === true} onStep={nudge} name={label} />}
    </>
  );
  const boxClass = classNames(
    "inp",
    labelInside ? "two" : "num",
    labelInside && shown === "" && props.placeholder === undefined && "is-blank",
    props.alignRight === true && "num",
    isShown(props.error) && "is-err",
    props.disabled === true && "is-dis",
  );
  if (labelInside) {
    return (
      <div className="field">
        <div className={boxClass}>
          <label className="lab trunc" htmlFor={id}>
            {label}
          </label>
          {input}
          <span className="after row">{after}</span>
        </div>
        <FieldError id={id} error={props.error} />
        {isShown(props.help) && <span className="help">{props.help}</span>}
      </div>
    );
  }
  return (
    <Field id={id} label={label} help={props.help} error={props.error}>
      <div className={boxClass}>
        {input}
        {after}
      </div>
    </Field>
  );
}

interface StepperProps {
  readonly disabled: boolean;
  readonly name: ReactNode;
  readonly onStep: (steps: number) => void;
}

/** − and +; holding repeats. */
function Stepper({ disabled, name, onStep }: StepperProps) {
  const { labels } = useUi();
  const latest = useRef(onStep);
  useEffect(() => {
    latest.current = onStep;
  });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), [timer]);
  const start = (steps: number) => {
    stop();
    latest.current(steps);
    const repeat = () => {
      latest.current(steps);
      timer.current = setTimeout(repeat, REPEAT_EVERY_MS);
    };
    timer.current = setTimeout(repeat, REPEAT_AFTER_MS);
  };
  const what = typeof name === "string" ? `: ${name}` : "";
  const button = (steps: -1 | 1) => (
    <button
      type="button"
      disabled={disabled}
      // The arrow keys step in the field itself.
      tabIndex={-1}
      aria-label={(steps < 0 ? labels.decrease : labels.increase) + what}
      onPointerDown={(event) => {
        event.preventDefault();
        start(steps);
      }}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onClick={(event) => {
        // A click without a pointer: assistive technology.
        if (event.detail === 0) onStep(steps);
      }}
    >
      {steps < 0 ? <MinusIcon size="s" /> : <PlusIcon size="s" />}
    </button>
  );
  return (
    <span className="step">
      {button(-1)}
      {button(1)}
    </span>
  );
}
