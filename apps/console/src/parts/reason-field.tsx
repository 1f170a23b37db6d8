import { Field } from "@candor/ui/field.tsx";
import { useId } from "react";

export interface ReasonFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly error?: string | undefined;
}

/** Reason for an operator's action, up to the server's maximum length. */
export function ReasonField({ label, value, onValueChange, error }: ReasonFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error}>
      <textarea
        id={id}
        className="inp console-area"
        value={value}
        maxLength={500}
        onChange={(event) => onValueChange(event.target.value)}
      />
    </Field>
  );
}
