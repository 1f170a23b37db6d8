import { isSixDigits } from "@candor/text/account-rules";
import { generateSecret, generateURI, verifySync } from "otplib";

/** RFC 6238 as used by authenticator apps: SHA-1, six digits, 30 seconds. */
const SECRET_BYTES = 20;
const ISSUER = "Candor";
/** A phone's clock may be off by one step. */
const TOLERANCE_SECONDS = 30;
const STEP_MS = 30_000;

/** Returns a new secret in base32. */
export function newTotpSecret(): string {
  return generateSecret({ length: SECRET_BYTES });
}

/** Returns the content of the QR code for an authenticator app. */
export function totpUri(secret: string, account: string): string {
  return generateURI({ issuer: ISSUER, label: account, secret });
}

/** `used` means the correct code of a step that was already used; `endsAtMs` is when the next step begins. */
export type TotpVerdict =
  | { readonly is: "right"; readonly step: number }
  | { readonly is: "used"; readonly endsAtMs: number }
  | { readonly is: "wrong" };

/**
 * Checks a one-time code.
 * @param lastStep step of the last accepted code, so that no code works twice
 */
export function checkTotp(secret: string, code: string, lastStep: number, nowMs: number): TotpVerdict {
  const step = stepOf(secret, code, nowMs);
  if (step === undefined) return { is: "wrong" };
  if (step > lastStep) return { is: "right", step };
  return { is: "used", endsAtMs: (lastStep + 1) * STEP_MS };
}

/** Returns the step of a currently valid code, or `undefined` if it is wrong or too old. */
function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  if (!isSixDigits(code)) return undefined;
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(nowMs / 1_000),
    epochTolerance: TOLERANCE_SECONDS,
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}
