import { isBreached } from "../../people/identity/passwords/breached-passwords.ts";

const MIN_LENGTH = 12;
const MAX_LENGTH = 128;

/**
 * Returns the problem with an operator's new password, or `undefined`. It must be longer than a user's, because it
 * gives more access.
 */
export function passwordProblem(password: string, name: string): string | undefined {
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH)
    return `Use ${MIN_LENGTH} to ${MAX_LENGTH} characters for the password.`;
  if (password.toLowerCase().includes(name.toLowerCase())) return "Your name must not be in the password.";
  if (isBreached(password) || new Set(password).size < MIN_LENGTH / 2)
    return "This password is one of the first that attackers guess.";
  return undefined;
}
