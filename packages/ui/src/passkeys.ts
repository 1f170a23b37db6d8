/** WebAuthn options or credentials as JSON. */
type Json = Record<string, unknown>;

/** "canceled": the reader closed the browser's window, or let it time out. "exists": this device has one already. */
export type PasskeyProblem = "canceled" | "exists" | "failed";

export type PasskeyOutcome =
  | { readonly ok: true; readonly credential: Json }
  | { readonly ok: false; readonly problem: PasskeyProblem };

/** Passkeys need a browser that knows them and a secure connection. */
export const hasPasskeys = (): boolean =>
  window.isSecureContext && typeof window.PublicKeyCredential === "function";

/** The browser's own names for what went wrong (Web Authentication, sections 5.1.3 and 5.1.4). */
function problemOf(error: unknown): PasskeyProblem {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "exists";
  return name === "NotAllowedError" || name === "AbortError" ? "canceled" : "failed";
}

type Library = typeof import("@simplewebauthn/browser");

/** The code around the browser's passkeys loads when one is used. */
async function outcomeOf(ceremony: (library: Library) => Promise<object>): Promise<PasskeyOutcome> {
  try {
    return { ok: true, credential: { ...(await ceremony(await import("@simplewebauthn/browser"))) } };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** Has a passkey answer the server's options. */
export const answerWithPasskey = (options: Json): Promise<PasskeyOutcome> =>
  outcomeOf(({ startAuthentication }) => startAuthentication({ optionsJSON: options as never }));

/** Makes a passkey on this device as the server's options ask. */
export const createPasskey = (options: Json): Promise<PasskeyOutcome> =>
  outcomeOf(({ startRegistration }) => startRegistration({ optionsJSON: options as never }));
