import type { ClipboardEvent, CSSProperties, ReactNode } from "react";
import { useEffect, useId, useRef } from "react";
import { classNames } from "./class-names.ts";
import { narrowDigits } from "./decimal-entry.ts";
import { describedBy, Field, isShown } from "./field.tsx";

export interface CodeInputProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Called once after the last digit. */
  readonly onComplete?: (value: string) => void;
  readonly length?: number;
  /** Shows dots instead of digits, for payment passwords. */
  readonly secret?: boolean;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
  readonly disabled?: boolean;
  /** Whether to focus it initially; only for the single field of a sheet. */
  readonly startsFocused?: boolean;
}

/** Secrets must not reach the clipboard. */
const refuse = (event: ClipboardEvent) => event.preventDefault();

/** Six cells drawn over one real input, so that paste, autofill and screen readers work normally. */
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
          // Not type "password": browsers would treat it as the login password, autofill it, suggest a new one
          // ("new-password") or offer to save the six digits. The digits are hidden anyway.
          type="text"
          inputMode="numeric"
          autoComplete={secret ? "off" : "one-time-code"}
          spellCheck={false}
          onCopy={secret ? refuse : undefined}
          onCut={secret ? refuse : undefined}
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
