import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import {
  bitString,
  encode,
  explicit,
  implicit,
  objectId,
  positiveInteger,
  sequence,
  TAG,
  time,
} from "./der.ts";

/** Object identifiers of RFC 5280 and RFC 5758. */
const OID = {
  commonName: "2.5.4.3",
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAlternativeName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  authorityKeyIdentifier: "2.5.29.35",
  extendedKeyUsage: "2.5.29.37",
  serverAuthentication: "1.3.6.1.5.5.7.3.1",
} as const;
const VERSION_3 = 2;
const SERIAL_BYTES = 16;
const KEY_ID_BYTES = 20;
/** Clocks of other machines may be slow. */
const CLOCK_TOLERANCE_MS = 3_600_000;
/** Of key usage, the first bit: digital signature. */
const SIGNS = Buffer.from([0x80]);

interface CertificateOptions {
  readonly commonName: string;
  readonly hosts: readonly string[];
  /** IPv4 addresses. */
  readonly addresses: readonly string[];
  readonly nowMs: number;
  readonly lifetimeMs: number;
}

/** A certificate and its private key, as PEM. */
export interface SelfSignedCertificate {
  readonly certificate: string;
  readonly key: string;
}

/**
 * Makes a P-256 key and a certificate that it has signed, for a server with these names. It is no authority: a client that
 * trusts it trusts no other certificate.
 */
export function makeSelfSignedCertificate(options: CertificateOptions): SelfSignedCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const algorithm = sequence(objectId(OID.ecdsaWithSha256));
  const { commonName, nowMs, lifetimeMs } = options;
  const name = sequence(
    encode(TAG.set, sequence(objectId(OID.commonName), encode(TAG.text, Buffer.from(commonName)))),
  );
  const serial = randomBytes(SERIAL_BYTES);
  // A positive number without a leading 0.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const content = sequence(
    explicit(0, positiveInteger(Buffer.from([VERSION_3]))),
    positiveInteger(serial),
    algorithm,
    name,
    sequence(time(nowMs - CLOCK_TOLERANCE_MS), time(nowMs + lifetimeMs)),
    name,
    spki,
    explicit(3, sequence(...extensionsOf(options, spki))),
  );
  const signature = sign("sha256", content, { key: privateKey, dsaEncoding: "der" });
  const der = sequence(content, algorithm, bitString(signature));
  return {
    certificate: pem("CERTIFICATE", der),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function extensionsOf({ hosts, addresses }: CertificateOptions, spki: Buffer): readonly Buffer[] {
  const keyId = createHash("sha256").update(spki).digest().subarray(0, KEY_ID_BYTES);
  const names = [
    ...hosts.map((host) => implicit(2, Buffer.from(host))),
    ...addresses.map((address) => implicit(7, Buffer.from(address.split(".").map(Number)))),
  ];
  return [
    extension(OID.basicConstraints, sequence(), true),
    extension(OID.keyUsage, bitString(SIGNS, 7), true),
    extension(OID.extendedKeyUsage, sequence(objectId(OID.serverAuthentication))),
    extension(OID.subjectAlternativeName, sequence(...names)),
    extension(OID.subjectKeyIdentifier, encode(TAG.octetString, keyId)),
    extension(OID.authorityKeyIdentifier, sequence(implicit(0, keyId))),
  ];
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  const critical = isCritical ? [encode(TAG.boolean, Buffer.from([0xff]))] : [];
  return sequence(objectId(id), ...critical, encode(TAG.octetString, value));
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
