import path from "node:path";
import type { Environment } from "../../config/environment.ts";
import type { DatabaseLocation } from "./database.ts";

/**
 * Returns the location of the read models from the settings.
 * @param projector whether this process writes them
 */
export function readModelsLocation(
  environment: Pick<Environment, "home" | "databaseUrl" | "cache">,
  projector: "here" | "elsewhere" = "here",
): Exclude<DatabaseLocation, { kind: "memory" }> {
  if (environment.databaseUrl !== undefined)
    return { kind: "postgres", url: environment.databaseUrl, projector };
  return {
    kind: "directory",
    directory: path.join(environment.home, "read-models"),
    cache: environment.cache,
  };
}
