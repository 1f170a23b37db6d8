import { openEmbeddedDatabase } from "./embedded-database.ts";
import { openFollowedDatabase } from "./followed-database.ts";
import { openPostgresDatabase } from "./postgres-database.ts";
import type { DatabaseListener, ReadModelDatabase } from "./read-model-database.ts";
import type { DatabaseWork } from "./wasm-compiler.ts";

export type DatabaseLocation =
  /** PGlite in its own locked directory; `cache` is where an empty one is kept for copies. */
  | {
      readonly kind: "directory";
      readonly directory: string;
      readonly cache?: string | undefined;
      readonly work?: DatabaseWork;
    }
  /** PGlite in memory. */
  | { readonly kind: "memory" }
  /**
   * PostgreSQL 15 or newer; `url` may name several hosts; the primary among them is used.
   * `projector`: whether another process writes the tables (default: this one does).
   * `waiting`: set to wait, until it is aborted, for another process to end writing.
   */
  | {
      readonly kind: "postgres";
      readonly url: string;
      readonly projector?: "here" | "elsewhere";
      readonly waiting?: AbortSignal;
    };

/**
 * Opens the read models and brings their schema up to date. An embedded database that cannot be opened, or may be
 * corrupt after a power failure, is deleted and rebuilt from the journal. Throws if the location is locked by another
 * process or the server cannot be reached.
 */
export async function openReadModels(
  location: DatabaseLocation,
  listener: DatabaseListener = { warned: () => undefined },
): Promise<ReadModelDatabase> {
  if (location.kind === "postgres") {
    const { url, projector, waiting } = location;
    return projector === "elsewhere"
      ? openFollowedDatabase(url, listener)
      : openPostgresDatabase(url, listener, { waiting });
  }
  if (location.kind === "memory") return openEmbeddedDatabase(undefined, undefined, "serving", listener);
  const { directory, cache, work = "serving" } = location;
  return openEmbeddedDatabase(directory, cache, work, listener);
}
