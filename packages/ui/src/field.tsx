import type { ReactNode } from "react";
import "./field.css";
import { AlertIcon } from "./icons.tsx";

export interface FieldProps {
  readonly id: string;
  readonly label?: ReactNode;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
  readonly children: ReactNode;
}

export const helpId = (id: string): string => `${id}-help`;
export const errorId = (id: string): string => `${id}-error`;

/** Returns the ids for aria-describedby. */
export function describedBy(id: string, help: ReactNode, error: ReactNode): string | undefined {
  const ids = [isShown(error) && errorId(id), isShown(help) && helpId(id)].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(" ");
}

export function isShown(node: ReactNode): boolean {
  return node !== undefined && node !== null && node !== false && node !== "";
}

/** Label, control, then error or help text. */
export function Field({ id, label, help, error, children }: FieldProps) {
  return (
    <div className="field">
      {isShown(label) && <label htmlFor={id}>{label}</label>}
      {children}
      <FieldError id={id} error={error} />
      {isShown(help) && (
        <span className="help" id={helpId(id)}>
          {help}
        </span>
      )}
    </div>
  );
}

export function FieldError({ id, error }: { readonly id: string; readonly error: ReactNode }) {
  if (!isShown(error)) return null;
  return (
    <span className="err" id={errorId(id)} role="alert">
      <AlertIcon size="s" />
      <span>{error}</span>
    </span>
  );
}
