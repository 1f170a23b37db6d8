import { createPrivateKey, X509Certificate } from "node:crypto";
import type { LinkIdentity } from "../../kit/link/link-identity.ts";
import { type PeerRole, whyNotOfRole } from "../../kit/link/peer-role.ts";

/** Which file of a node cannot be used, and why. */
export interface CertificateProblem {
  readonly file: keyof LinkIdentity;
  readonly why: string;
}

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/**
 * Returns why other nodes would refuse a node's certificate, or undefined if they would not. Otherwise every connection fails,
 * and only the other side knows why.
 * @param role what this node is for others; undefined if it connects to none
 */
export function certificateProblem(
  identity: LinkIdentity,
  role: PeerRole | undefined,
  nowMs: number,
): CertificateProblem | undefined {
  const authorities = certificatesOf(identity.ca);
  if (authorities.length === 0) return { file: "ca", why: "it has no certificate in PEM form" };
  const [own, ...chain] = certificatesOf(identity.certificate);
  if (own === undefined) return { file: "certificate", why: "it has no certificate in PEM form" };
  const key = privateKeyOf(identity.key);
  if (key === undefined) return { file: "key", why: "it has no private key in PEM form" };
  if (!own.checkPrivateKey(key)) return { file: "key", why: "it is not the key of the certificate" };
  if (nowMs > own.validToDate.getTime())
    return { file: "certificate", why: `it expired on ${own.validToDate.toISOString()}` };
  if (nowMs < own.validFromDate.getTime())
    return { file: "certificate", why: `it is valid only from ${own.validFromDate.toISOString()}` };
  const isSigned = authorities.some((each) => own.checkIssued(each) && own.verify(each.publicKey));
  // One that names other authorities in between is left to TLS.
  if (!isSigned && chain.length === 0)
    return { file: "certificate", why: "it is not signed by the authority of the link" };
  const why = role === undefined ? undefined : whyNotOfRole(commonNameIn(own), role);
  return why === undefined ? undefined : { file: "certificate", why: `it ${why}` };
}

/** `toLegacyObject` would load TLS in an order in which Node 24 cannot connect any more. */
function commonNameIn({ subject }: X509Certificate): string | undefined {
  const names = [...subject.matchAll(/^CN=(.*)$/gm)];
  return names.length === 1 ? names[0]?.[1] : undefined;
}

function certificatesOf(pem: Buffer): X509Certificate[] {
  try {
    return (pem.toString("latin1").match(BLOCK) ?? []).map((block) => new X509Certificate(block));
  } catch {
    return []; // Not a certificate: the caller says so.
  }
}

function privateKeyOf(pem: Buffer) {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined; // Not a key: the caller says so.
  }
}
