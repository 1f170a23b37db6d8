import { MIN_OPERATOR_PASSWORD } from "@candor/text/account-rules";
import { isBreached } from "../../people/identity/passwords/breached-passwords.ts";

const MAX_LENGTH = 128;

/**
 * Returns the problem with an operator's new password, or `undefined`. It must be longer than a user's, because it
 * gives more access.
 */
export function passwordProblem(password: string, name: string): string | undefined {
  if (password.length < MIN_OPERATOR_PASSWORD || password.length > MAX_LENGTH)
    return `Use ${MIN_OPERATOR_PASSWORD} to ${MAX_LENGTH} characters for the password.`;
  if (password.toLowerCase().includes(name.toLowerCase())) return "Your name must not be in the password.";
  if (isBreached(password) || new Set(password).size < MIN_OPERATOR_PASSWORD / 2)
    return "This password is one of the first that attackers guess.";
  return undefined;
}
