import { createPublicKey, type KeyObject } from "node:crypto";

/** The lines around a key in PEM. */
const PEM_LINES = /-----(?:BEGIN|END) PUBLIC KEY-----/g;
const BASE64 = /^[A-Za-z0-9+/]{59}=$/;

/** A public key as programs make them, in PEM, also in one line and without its first and last; undefined: no such key. */
export function readEd25519Key(text: string): KeyObject | undefined {
  const bare = text.replace(PEM_LINES, "").replace(/\s+/g, "");
  if (!BASE64.test(bare)) return undefined;
  try {
    const key = createPublicKey({ key: Buffer.from(bare, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ed25519" ? key : undefined;
  } catch {
    // Base64 of something else.
    return undefined;
  }
}

/** As it is kept: base64 of its DER form. */
export const writeEd25519Key = (key: KeyObject): string =>
  key.export({ format: "der", type: "spki" }).toString("base64");
