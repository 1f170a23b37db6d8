import { randomRecoveryCode, tokenHash } from "./random-codes.ts";

export interface RecoveryCodes {
  /** Shown once. */
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
}

export function newRecoveryCodes(count: number): RecoveryCodes {
  const codes = Array.from({ length: count }, randomRecoveryCode);
  return { codes, hashes: codes.map(recoveryHash) };
}

/** Of a code as somebody has typed it: letter case, blanks and hyphens do not matter. */
export function recoveryHash(code: string): string {
  return tokenHash(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""));
}
