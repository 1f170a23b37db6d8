import type { KeyboardEvent, ReactNode } from "react";
import { useEffect, useId, useRef } from "react";
import { classNames } from "./class-names.ts";
import { refusedEntry } from "./decimal-entry.ts";
import { stepDecimal } from "./decimal-math.ts";
import { describedBy, Field, FieldError, helpId, isShown } from "./field.tsx";
import { MinusIcon, PlusIcon } from "./icons.tsx";
import { useUi } from "./ui-context.tsx";
import { useDecimalEntry } from "./use-decimal-entry.ts";

const REPEAT_AFTER_MS = 400;
const REPEAT_EVERY_MS = 80;
/** Default maximum decimals, the limit of the wire. */
const MAX_DECIMALS = 18;

export interface DecimalInputProps {
  readonly label: ReactNode;
  /**
   * Plain decimal text with a point, "" if empty, or a rejected entry, which is not a decimal. Never a number, so
   * nothing is rounded.
   */
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Maximum decimals; more are rejected. */
  readonly decimals?: number;
  /**
   * What the number counts, "USDT" or "%", if `unit` does not say it: shown with the interpretation and accepted in
   * input.
   */
  readonly counts?: string;
  /** Adds − and + buttons and arrow keys, in steps of this decimal ("0.10"). */
  readonly step?: string;
  /** Where stepping starts in an empty field, for example the last price. */
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
  /** Focuses the first field of a sheet. */
  readonly autoFocus?: boolean;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
}

/**
 * The only field for numbers: prices, amounts, percentages. Keeps the text unchanged while typing, shows its
 * interpretation, and rejects unreadable input.
 */
export function DecimalInput(props: DecimalInputProps) {
  const {
    label,
    value,
    onValueChange,
    decimals = MAX_DECIMALS,
    counts = typeof props.unit === "string" ? props.unit : undefined,
    step,
    stepFrom = "0",
    labelInside = true,
  } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const entry = useDecimalEntry({ value, onValueChange, decimals, unit: counts });
  const { shown } = entry;
  // The form's own error only applies to readable values.
  const error = entry.isUnreadable ? entry.refusal : props.error;
  const nudge = (steps: number) => {
    if (step === undefined || refusedEntry(value) !== null) return;
    onValueChange(value === "" ? stepFrom : stepDecimal(value, step, steps));
  };
  const input = <Entry props={props} id={id} entry={entry} error={error} onNudge={nudge} />;
  const understood = <Understood id={id} text={entry.understood} />;
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
    isShown(error) && "is-err",
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
        {understood}
        <FieldError id={id} error={error} />
        {isShown(props.help) && (
          <span className="help" id={helpId(id)}>
            {props.help}
          </span>
        )}
      </div>
    );
  }
  return (
    <Field id={id} label={label} help={props.help} error={error}>
      <div className={boxClass}>
        {input}
        {after}
      </div>
      {understood}
    </Field>
  );
}

interface EntryProps {
  readonly props: DecimalInputProps;
  readonly id: string;
  readonly entry: ReturnType<typeof useDecimalEntry>;
  readonly error: ReactNode;
  readonly onNudge: (steps: number) => void;
}

function Entry({ props, id, entry, error, onNudge }: EntryProps) {
  const { inputElement } = entry;
  const startsFocused = props.autoFocus === true;
  useEffect(() => {
    if (startsFocused) inputElement.current?.focus();
  }, [startsFocused, inputElement]);
  return (
    <input
      ref={inputElement}
      id={id}
      name={props.name}
      inputMode="decimal"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      // Figures must not be machine-translated.
      translate="no"
      value={entry.shown}
      placeholder={props.placeholder}
      disabled={props.disabled}
      data-unreadable={entry.isUnreadable || undefined}
      aria-invalid={isShown(error) || undefined}
      aria-describedby={[understoodId(id), describedBy(id, props.help, error)].filter(Boolean).join(" ")}
      onFocus={props.onFocus}
      onBlur={() => {
        entry.finish();
        props.onBlur?.();
      }}
      onChange={entry.change}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === "Enter") entry.validate();
        if (props.step === undefined || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
        event.preventDefault();
        onNudge((event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1));
      }}
    />
  );
}

const understoodId = (id: string): string => `${id}-understood`;

/** Interpretation of an entry. Always rendered, so that screen readers announce changes. */
function Understood({ id, text }: { readonly id: string; readonly text: string | null }) {
  return (
    <output className="understood n" id={understoodId(id)} htmlFor={id} translate="no">
      {text}
    </output>
  );
}

interface StepperProps {
  readonly disabled: boolean;
  readonly name: ReactNode;
  readonly onStep: (steps: number) => void;
}

/** − and + buttons; holding one repeats. */
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
      // In the field itself the arrow keys step.
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
        // A click without a pointer comes from assistive technology.
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
