import path from "node:path";
import type { Environment } from "../../config/environment.ts";
import type { DatabaseLocation } from "./database.ts";

/** Returns the location of the read models from the settings. */
export function readModelsLocation(
  environment: Pick<Environment, "home" | "databaseUrl" | "cache">,
): Exclude<DatabaseLocation, { kind: "memory" }> {
  if (environment.databaseUrl !== undefined) return { kind: "postgres", url: environment.databaseUrl };
  return {
    kind: "directory",
    directory: path.join(environment.home, "read-models"),
    cache: environment.cache,
  };
}
