import { readFileSync } from "node:fs";
import type { LinkAddress, LinkIdentity } from "../../kit/link/link-identity.ts";
import type { PeerRole } from "../../kit/link/peer-role.ts";
import type { Role } from "../role.ts";
import { SettingError } from "../setting-error.ts";
import { certificateProblem } from "./certificate-problem.ts";

type Variables = Readonly<Record<string, string | undefined>>;

const PLACE = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})$/;
const FILES = {
  ca: "CANDOR_LINK_CA",
  certificate: "CANDOR_LINK_CERTIFICATE",
  key: "CANDOR_LINK_KEY",
} as const;

/** Reads `host:port` or `[address]:port`; undefined if the variable is not set. Throws SettingError. */
export function readPlace(variables: Variables, variable: string): LinkAddress | undefined {
  const text = variables[variable] ?? "";
  if (text === "") return undefined;
  const [, host, port] = PLACE.exec(text) ?? [];
  if (host === undefined || Number(port) > 65_535)
    throw new SettingError(variable, `must have the form host:port, got "${text}"`);
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
}

/** What the certificate of a process must name; undefined: it connects to no other process. */
export function peerRoleOf(role: Role): PeerRole | undefined {
  if (role === "projector") return undefined;
  return role === "gateway" ? "gateway" : "core";
}

/** Reads the three PEM files, whose certificate must name the role. Throws SettingError with the name of the variable. */
export function readIdentity(variables: Variables, role: PeerRole | undefined): LinkIdentity {
  const read = (variable: string): Buffer => {
    const file = variables[variable] ?? "";
    if (file === "")
      throw new SettingError(
        variable,
        "is required for a connection between processes: set it to a PEM file",
      );
    try {
      return readFileSync(file);
    } catch (error) {
      throw new SettingError(variable, `cannot be read: ${(error as NodeJS.ErrnoException).code}`);
    }
  };
  const identity = { ca: read(FILES.ca), certificate: read(FILES.certificate), key: read(FILES.key) };
  const problem = certificateProblem(identity, role, Date.now());
  if (problem !== undefined) throw new SettingError(FILES[problem.file], `cannot be used: ${problem.why}`);
  return identity;
}

/** Returns a place as text, for logs. */
export const placeText = ({ host, port }: LinkAddress): string =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
