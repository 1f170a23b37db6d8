import type { PeerCertificate } from "node:tls";

/** What the owner of a certificate may be in a connection between processes. */
export type PeerRole = "core" | "gateway" | "custody" | "signer" | "chain";

/** Returns the common name of a certificate, or undefined unless it has exactly one. */
export function commonNameOf(certificate: Pick<PeerCertificate, "subject">): string | undefined {
  const name: unknown = certificate.subject?.CN;
  return typeof name === "string" ? name : undefined;
}

/**
 * Returns why a certificate is not one of a role, for after "the certificate", or undefined if it is: its common name is the
 * role, or begins with the role and a hyphen, such as `core-2`. The authority alone proves no role: it signs the certificates
 * of all processes, and of HAProxy.
 */
export function whyNotOfRole(name: string | undefined, role: PeerRole): string | undefined {
  return whyNotOfRoles(name, [role]);
}

/** The same for a certificate of any of several roles. The list must not be empty. */
export function whyNotOfRoles(name: string | undefined, roles: readonly PeerRole[]): string | undefined {
  if (roles.some((role) => name === role || name?.startsWith(`${role}-`) === true)) return undefined;
  const names = roles.map((role) => `${role} or ${role}-…`).join(", ");
  return `is for ${name ?? "nobody"}, not for a ${roles.join(" or ")} (name: ${names})`;
}
