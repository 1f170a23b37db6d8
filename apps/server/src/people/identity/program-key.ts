import { createPublicKey, type KeyObject } from "node:crypto";

/** The lines around a key in PEM. */
const PEM_LINES = /-----(?:BEGIN|END) PUBLIC KEY-----/g;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** As Binance takes them. A strange exponent could make each check of a signature dear. */
const RSA_BITS: readonly (number | undefined)[] = [2_048, 4_096];
const RSA_EXPONENT = 65_537n;

/** What a program with a key of its own signs with. */
export type ProgramKeyKind = "ed25519" | "rsa";

/** A public key as programs make them, in PEM, also in one line and without its first and last; undefined: no such key. */
export function readProgramKey(text: string): KeyObject | undefined {
  const bare = text.replace(PEM_LINES, "").replace(/\s+/g, "");
  if (!BASE64.test(bare)) return undefined;
  try {
    const key = createPublicKey({ key: Buffer.from(bare, "base64"), format: "der", type: "spki" });
    return kindOf(key) === undefined ? undefined : key;
  } catch {
    // Base64 of something else.
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

/** Of a key that readProgramKey gave. */
export const programKeyKind = (key: KeyObject): ProgramKeyKind =>
  key.asymmetricKeyType === "rsa" ? "rsa" : "ed25519";

/** As it is kept: base64 of its DER form. */
export const writeProgramKey = (key: KeyObject): string =>
  key.export({ format: "der", type: "spki" }).toString("base64");
