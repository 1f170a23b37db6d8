import { SettingError } from "./setting-error.ts";

/** Which process writes the read models that this one reads. */
export type ProjectorPlace = "here" | "elsewhere";

/** Roles of processes that write read models. */
const WRITERS: ReadonlySet<string> = new Set(["all", "projector"]);
/** Roles that can do without a database: an embedded one, or what the core answers. */
const WITHOUT_DATABASE: ReadonlySet<string> = new Set(["all", "gateway"]);

/**
 * Reads CANDOR_PROJECTOR: by default, the roles `all` and `projector` write the read models themselves, and the others read
 * what a projector writes. A core, a projector and a server whose projector is elsewhere need DATABASE_URL. Throws SettingError.
 */
export function readProjectorPlace(
  variables: Readonly<Record<string, string | undefined>>,
  role: string,
): ProjectorPlace {
  const text = variables.CANDOR_PROJECTOR ?? "";
  if (!["", "here", "elsewhere"].includes(text))
    throw new SettingError("CANDOR_PROJECTOR", `must be one of here, elsewhere, got "${text}"`);
  const usual = WRITERS.has(role) ? "here" : "elsewhere";
  const place = text === "" ? usual : (text as ProjectorPlace);
  if (role !== "all" && place !== usual)
    throw new SettingError("CANDOR_PROJECTOR", `must be \`${usual}\` or absent for CANDOR_ROLE=${role}`);
  const needsDatabase = !WITHOUT_DATABASE.has(role) || (role === "all" && place === "elsewhere");
  if (needsDatabase && (variables.DATABASE_URL ?? "") === "") {
    const cause = role === "all" ? "CANDOR_PROJECTOR=elsewhere" : `CANDOR_ROLE=${role}`;
    throw new SettingError("DATABASE_URL", `must name a PostgreSQL database for ${cause}`);
  }
  return place;
}
