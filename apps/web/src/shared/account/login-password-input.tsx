import { PasswordInput } from "@candor/ui/input.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { PASSWORD_FIELD_LENGTH } from "./rules.ts";

interface LoginPasswordInputProps {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly error: ReactNode;
}

/** Asks for the login password again before a security-relevant action. */
export function LoginPasswordInput({ value, onValueChange, error }: LoginPasswordInputProps) {
  const t = useT();
  return (
    <PasswordInput
      label={t("me.loginPassword")}
      autoComplete="current-password"
      maxLength={PASSWORD_FIELD_LENGTH}
      value={value}
      error={error}
      onChange={(event) => onValueChange(event.target.value)}
    />
  );
}
