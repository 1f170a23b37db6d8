/** WebAuthn options or credentials as JSON. */
type Json = Record<string, unknown>;

/** "canceled": the user closed the browser's dialog or it timed out. "exists": this device already has one. */
export type PasskeyProblem = "canceled" | "exists" | "failed";

export type PasskeyOutcome =
  | { readonly ok: true; readonly credential: Json }
  | { readonly ok: false; readonly problem: PasskeyProblem };

/** Passkeys need browser support and a secure connection. */
export const hasPasskeys = (): boolean =>
  window.isSecureContext && typeof window.PublicKeyCredential === "function";

/** Maps the browser's error names (Web Authentication, sections 5.1.3 and 5.1.4). */
function problemOf(error: unknown): PasskeyProblem {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "exists";
  return name === "NotAllowedError" || name === "AbortError" ? "canceled" : "failed";
}

type Library = typeof import("@simplewebauthn/browser");

/** The passkey library is loaded on first use. */
async function outcomeOf(ceremony: (library: Library) => Promise<object>): Promise<PasskeyOutcome> {
  try {
    return { ok: true, credential: { ...(await ceremony(await import("@simplewebauthn/browser"))) } };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** Answers the server's options with a passkey. */
export const answerWithPasskey = (options: Json): Promise<PasskeyOutcome> =>
  outcomeOf(({ startAuthentication }) => startAuthentication({ optionsJSON: options as never }));

/** Creates a passkey on this device with the server's options. */
export const createPasskey = (options: Json): Promise<PasskeyOutcome> =>
  outcomeOf(({ startRegistration }) => startRegistration({ optionsJSON: options as never }));
