import { SettingError } from "./setting-error.ts";

/**
 * `all`: the whole server. `core`: leads or stands by, without clients of its own. `gateway`: serves clients for a core.
 * `projector`: only writes the read models of a server in another process.
 */
const ROLES = ["all", "core", "gateway", "projector"] as const;
export type Role = (typeof ROLES)[number];

/** Roles that read their own settings; see `start/roles`. */
const OWN_ROLES = ["custody", "signer", "chain"];

/** Reads CANDOR_ROLE. Throws SettingError. */
export function readRole({ CANDOR_ROLE: text = "" }: Readonly<Record<string, string | undefined>>): Role {
  if (text === "") return "all";
  const role = ROLES.find((candidate) => candidate === text);
  if (role === undefined)
    throw new SettingError(
      "CANDOR_ROLE",
      `must be one of ${[...ROLES, ...OWN_ROLES].join(", ")}, got "${text}"`,
    );
  return role;
}
