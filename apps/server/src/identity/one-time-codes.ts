import { generateSecret, generateURI, verifySync } from "otplib";

/** RFC 6238 as authenticator apps have it: SHA-1, six digits, 30 seconds. */
const SECRET_BYTES = 20;
const ISSUER = "Candor";
/** A phone's clock may be one step early or late. */
const TOLERANCE_SECONDS = 30;
const SIX_DIGITS = /^[0-9]{6}$/;

/** A new secret in base32. */
export function newTotpSecret(): string {
  return generateSecret({ length: SECRET_BYTES });
}

/** What the QR code for an authenticator app says. */
export function totpUri(secret: string, account: string): string {
  return generateURI({ issuer: ISSUER, label: account, secret });
}

/**
 * @param lastStep the step of the last code that was taken: no code serves twice
 * @returns the code's time step, or undefined when it is wrong, too old or used
 */
export function totpStep(secret: string, code: string, lastStep: number, nowMs: number): number | undefined {
  if (!SIX_DIGITS.test(code)) return undefined;
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(nowMs / 1_000),
    epochTolerance: TOLERANCE_SECONDS,
    afterTimeStep: lastStep,
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}
