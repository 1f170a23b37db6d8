import type { CSSProperties, ReactNode } from "react";
import { useEffect, useId, useRef } from "react";
import { classNames } from "./class-names.ts";
import { narrowDigits } from "./decimal-entry.ts";
import { describedBy, Field, isShown } from "./field.tsx";

export interface CodeInputProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Called once when the last digit is in. */
  readonly onComplete?: (value: string) => void;
  readonly length?: number;
  /** Dots instead of digits: a payment password. */
  readonly secret?: boolean;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
  readonly disabled?: boolean;
  /** The only field of its sheet. */
  readonly startsFocused?: boolean;
}

/** Six cells drawn over one real input, so that paste, autofill and screen readers work as with any other. */
export function CodeInput(props: CodeInputProps) {
  const { label, value, onValueChange, onComplete, length = 6, secret = false, help, error } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { startsFocused = false } = props;
  useEffect(() => {
    if (startsFocused) input.current?.focus();
  }, [startsFocused]);
  const active = Math.min(value.length, length - 1);
  const change = (typed: string) => {
    const digits = narrowDigits(typed).replace(/\D/g, "").slice(0, length);
    if (digits === value) return;
    onValueChange(digits);
    if (digits.length === length) onComplete?.(digits);
  };
  return (
    <Field id={id} label={label} help={help} error={error}>
      <div
        className={classNames("code", isShown(error) && "is-err")}
        style={{ "--cells": length } as CSSProperties}
      >
        {Array.from({ length }, (_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- cells have no other identity
          <b key={index} className={index === active ? "on" : undefined} aria-hidden="true">
            {secret && value[index] !== undefined ? "•" : value[index]}
          </b>
        ))}
        <input
          id={id}
          type={secret ? "password" : "text"}
          inputMode="numeric"
          // Whatever "off" says, Firefox fills the login's password into a secret field; not where a new one is asked for.
          autoComplete={secret ? "new-password" : "one-time-code"}
          ref={input}
          disabled={props.disabled}
          value={value}
          aria-invalid={isShown(error) || undefined}
          aria-describedby={describedBy(id, help, error)}
          onChange={(event) => change(event.target.value)}
        />
      </div>
    </Field>
  );
}
