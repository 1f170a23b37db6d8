import { type ReactNode, useId } from "react";
import "./choice.css";
import { classNames } from "./class-names.ts";
import "./field.css";
import { errorId, FieldError, isShown } from "./field.tsx";
import { ChevronDownIcon } from "./icons.tsx";

export interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  /** Shows the label above; otherwise it is for screen readers only. */
  readonly labelShown?: boolean;
  readonly disabled?: boolean;
  /** Error shown below. */
  readonly error?: ReactNode;
}

/** The native select: phones open their own picker; desktop browsers that support it show a list in our style. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, onValueChange, choices, labelShown = false, disabled = false, error } = props;
  const id = useId();
  return (
    <div className="field">
      <label className={classNames(labelShown ? "lab" : "vh")} htmlFor={id}>
        {label}
      </label>
      <span className="select-box">
        <select
          id={id}
          className={classNames("inp", "select", isShown(error) && "is-err")}
          aria-invalid={isShown(error) || undefined}
          aria-describedby={isShown(error) ? errorId(id) : undefined}
          value={value}
          disabled={disabled}
          onChange={(event) => {
            const chosen = choices.find((choice) => choice.value === event.target.value);
            if (chosen !== undefined) onValueChange(chosen.value);
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <ChevronDownIcon size="s" />
      </span>
      <FieldError id={id} error={error} />
    </div>
  );
}
