import type { ClipboardEvent, CSSProperties, ReactNode } from "react";
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

/** What is secret does not go to the clipboard. */
const refuse = (event: ClipboardEvent) => event.preventDefault();

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
          // Not a password's: whatever browsers do about those is about the login's. They fill it in here, put a made-up one in
          // its place ("new-password") or offer to keep the six digits as the login's. The digits are not to be seen anyway.
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
