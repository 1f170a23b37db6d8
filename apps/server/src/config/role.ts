import { SettingError } from "./setting-error.ts";

/** `all`: the whole server. `projector`: only writes the read models of a server in another process. */
const ROLES = ["all", "projector"] as const;
export type Role = (typeof ROLES)[number];

type Variables = Readonly<Record<string, string | undefined>>;

export interface RoleSettings {
  readonly role: Role;
  /** Which process writes the read models of this server. */
  readonly projector: "here" | "elsewhere";
}

/** Reads CANDOR_ROLE and CANDOR_PROJECTOR. Throws SettingError. */
export function readRole(variables: Variables): RoleSettings {
  const role = oneOf("CANDOR_ROLE", variables, ROLES);
  const projector = oneOf("CANDOR_PROJECTOR", variables, ["here", "elsewhere"] as const);
  const needs = role === "projector" ? "CANDOR_ROLE=projector" : "CANDOR_PROJECTOR=elsewhere";
  const isAlone = role === "all" && projector === "here";
  if (!isAlone && (variables.DATABASE_URL ?? "") === "")
    throw new SettingError("DATABASE_URL", `must name a PostgreSQL database for ${needs}`);
  if (role === "projector" && projector === "elsewhere")
    throw new SettingError("CANDOR_PROJECTOR", "must be `here` or absent for CANDOR_ROLE=projector");
  return { role, projector };
}

function oneOf<T extends string>(variable: string, variables: Variables, choices: readonly [T, ...T[]]): T {
  const text = variables[variable] ?? "";
  if (text === "") return choices[0];
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined)
    throw new SettingError(variable, `must be one of ${choices.join(", ")}, got "${text}"`);
  return choice;
}
