import path from "node:path";
import { readPlace } from "../../config/link/link-settings.ts";
import { SettingError } from "../../config/setting-error.ts";
import type { LinkAddress } from "../../kit/link/link-identity.ts";

/** Settings that every role without users has. */
export interface RoleSettings {
  readonly mode: "sandbox" | "live";
  readonly home: string;
  /** Where it listens for cores. */
  readonly place: LinkAddress;
  /** 0 disables metrics and `/healthz`. */
  readonly metricsPort: number;
  readonly metricsHost: string;
}

/** Reads CANDOR_MODE, CANDOR_HOME, CANDOR_LINK, METRICS_PORT and METRICS_HOST. Throws SettingError. */
export function readRoleSettings(variables: Readonly<Record<string, string | undefined>>): RoleSettings {
  const value = (name: string, fallback: string): string => variables[name] || fallback;
  const mode = value("CANDOR_MODE", "sandbox");
  if (mode !== "sandbox" && mode !== "live")
    throw new SettingError("CANDOR_MODE", `must be one of sandbox, live, got "${mode}"`);
  const place = readPlace(variables, "CANDOR_LINK");
  if (place === undefined)
    throw new SettingError("CANDOR_LINK", "is required for this role: host:port to listen on for cores");
  const port = value("METRICS_PORT", "0");
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535)
    throw new SettingError("METRICS_PORT", `must be a port number from 0 to 65535, got "${port}"`);
  return {
    mode,
    home: path.resolve(value("CANDOR_HOME", ".candor")),
    place,
    metricsPort: Number(port),
    metricsHost: value("METRICS_HOST", "127.0.0.1"),
  };
}
