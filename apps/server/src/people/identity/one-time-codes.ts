import { generateSecret, generateURI, verifySync } from "otplib";

/** RFC 6238 as authenticator apps have it: SHA-1, six digits, 30 seconds. */
const SECRET_BYTES = 20;
const ISSUER = "Candor";
/** A phone's clock may be one step early or late. */
const TOLERANCE_SECONDS = 30;
const STEP_MS = 30_000;
const SIX_DIGITS = /^[0-9]{6}$/;

/** A new secret in base32. */
export function newTotpSecret(): string {
  return generateSecret({ length: SECRET_BYTES });
}

/** What the QR code for an authenticator app says. */
export function totpUri(secret: string, account: string): string {
  return generateURI({ issuer: ISSUER, label: account, secret });
}

/** `used`: it is the code of its step, which was taken before; `endsAtMs`: when the next one begins. */
export type TotpVerdict =
  | { readonly is: "right"; readonly step: number }
  | { readonly is: "used"; readonly endsAtMs: number }
  | { readonly is: "wrong" };

/** @param lastStep the step of the last code that was taken: no code serves twice */
export function judgeTotp(secret: string, code: string, lastStep: number, nowMs: number): TotpVerdict {
  const step = stepOf(secret, code, nowMs);
  if (step === undefined) return { is: "wrong" };
  if (step > lastStep) return { is: "right", step };
  return { is: "used", endsAtMs: (lastStep + 1) * STEP_MS };
}

/** The step of a code of now; undefined: it is wrong or too old. */
function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  if (!SIX_DIGITS.test(code)) return undefined;
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(nowMs / 1_000),
    epochTolerance: TOLERANCE_SECONDS,
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}
