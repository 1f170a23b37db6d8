import { z } from "zod";

/** The parts of WebAuthn's JSON used here; the rest is the browser's business. */
const bytes = z.string().regex(/^[A-Za-z0-9_-]+={0,2}$/);
const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

export const registrationJson = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.enum(TRANSPORTS)).default([]).catch([]),
  }),
});
export type RegistrationJson = z.output<typeof registrationJson>;

export const assertionJson = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
});
export type AssertionJson = z.output<typeof assertionJson>;

const clientData = z.object({ challenge: z.string() });

/** Returns the challenge that a credential answers, or `undefined` if it cannot be parsed. */
export function challengeOf(clientDataJson: string): string | undefined {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8"))).challenge;
  } catch {
    return undefined; // Not JSON, so it has no challenge.
  }
}
