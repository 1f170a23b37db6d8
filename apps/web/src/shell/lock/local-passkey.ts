import { answerWithPasskey, type PasskeyProblem } from "@candor/ui/passkeys";
import { randomText } from "./pin-hash.ts";

const CHALLENGE_BYTES = 32;
/** Position of the flags in the authenticator's data, and "user verified" (Web Authentication, section 6.1). */
const FLAGS_AT = 32;
const USER_VERIFIED = 0x04;

export interface LockPasskey {
  readonly id: string;
  readonly rpId: string | undefined;
}

interface Assertion {
  readonly id?: unknown;
  readonly response?: { readonly clientDataJSON?: string; readonly authenticatorData?: string };
}

const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

/**
 * Asks this device for the passkey, with the owner's fingerprint, face or PIN. The browser is trusted here as the code that
 * compares PINs is: nothing leaves the device, so no server checks the signature.
 */
export async function provePasskey({ id, rpId }: LockPasskey): Promise<"proven" | PasskeyProblem> {
  const challenge = randomText(CHALLENGE_BYTES);
  const outcome = await answerWithPasskey({
    challenge,
    ...(rpId !== undefined && { rpId }),
    allowCredentials: [{ id, type: "public-key" }],
    userVerification: "required",
  });
  if (!outcome.ok) return outcome.problem;
  return isAnswer(outcome.credential, id, challenge) ? "proven" : "failed";
}

function isAnswer(assertion: Assertion, id: string, challenge: string): boolean {
  const { clientDataJSON = "", authenticatorData = "" } = assertion.response ?? {};
  const client = JSON.parse(new TextDecoder().decode(bytesOf(clientDataJSON))) as {
    readonly type?: unknown;
    readonly challenge?: unknown;
  };
  const flags = bytesOf(authenticatorData)[FLAGS_AT] ?? 0;
  return (
    assertion.id === id &&
    client.type === "webauthn.get" &&
    client.challenge === challenge &&
    (flags & USER_VERIFIED) !== 0
  );
}
