import { createPublicKey, type KeyObject } from "node:crypto";

/** The delimiter lines of a PEM key. */
const PEM_LINES = /-----(?:BEGIN|END) PUBLIC KEY-----/g;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** The sizes Binance accepts. An unusual exponent could make signature checks expensive. */
const RSA_BITS: readonly (number | undefined)[] = [2_048, 4_096];
const RSA_EXPONENT = 65_537n;

/** Kinds of keys that programs bring themselves. */
export type ProgramKeyKind = "ed25519" | "rsa";

/**
 * Parses a public key in PEM, even on one line or without its delimiter lines. Returns `undefined` if it is not a
 * supported key.
 */
export function readProgramKey(text: string): KeyObject | undefined {
  const bare = text.replace(PEM_LINES, "").replace(/\s+/g, "");
  if (!BASE64.test(bare)) return undefined;
  try {
    const key = createPublicKey({ key: Buffer.from(bare, "base64"), format: "der", type: "spki" });
    return kindOf(key) === undefined ? undefined : key;
  } catch {
    // Base64 of something that is not a key.
    return undefined;
  }
}

function kindOf({
  asymmetricKeyType: type,
  asymmetricKeyDetails: details,
}: KeyObject): ProgramKeyKind | undefined {
  if (type === "ed25519") return type;
  const isRsa = type === "rsa" && details?.publicExponent === RSA_EXPONENT;
  return isRsa && RSA_BITS.includes(details.modulusLength) ? type : undefined;
}

/** Returns the kind of a key from readProgramKey. */
export const programKeyKind = (key: KeyObject): ProgramKeyKind =>
  key.asymmetricKeyType === "rsa" ? "rsa" : "ed25519";

/** Returns the stored form: base64 of its DER form. */
export const writeProgramKey = (key: KeyObject): string =>
  key.export({ format: "der", type: "spki" }).toString("base64");
