import { isBreached } from "../identity/breached-passwords.ts";

const MIN_LENGTH = 12;
const MAX_LENGTH = 128;

/** What is wrong with an operator's new password; undefined: nothing. Longer than a user's: it opens more. */
export function passwordProblem(password: string, name: string): string | undefined {
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH)
    return `a password has ${MIN_LENGTH} to ${MAX_LENGTH} characters`;
  if (password.toLowerCase().includes(name.toLowerCase())) return "a password does not contain your name";
  if (isBreached(password) || new Set(password).size < MIN_LENGTH / 2)
    return "this password is among the first that are guessed";
  return undefined;
}
