import { randomRecoveryCode, tokenHash } from "../random-codes.ts";

export interface RecoveryCodes {
  /** Shown once. */
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
}

export function newRecoveryCodes(count: number): RecoveryCodes {
  const codes = Array.from({ length: count }, randomRecoveryCode);
  return { codes, hashes: codes.map(recoveryHash) };
}

/** Hashes a code as typed: letter case, blanks and hyphens are ignored. */
export function recoveryHash(code: string): string {
  return tokenHash(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""));
}
