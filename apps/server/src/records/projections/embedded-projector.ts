import type { MessagePort } from "node:worker_threads";
import { Kysely } from "kysely";
import { EmbeddedMaintenance } from "./embedded-maintenance.ts";
import { PGliteDialect } from "./pglite-dialect.ts";
import type { PGliteSession } from "./pglite-session.ts";
import { ProjectorHost } from "./projector-host.ts";
import type { ProjectorSettings } from "./projector-messages.ts";
import type { ReadModelTables } from "./tables.ts";

/** Opens a projector in the embedded database's thread, see ProjectorHost. */
export function hostEmbeddedProjector(
  port: MessagePort,
  session: PGliteSession,
  settings: ProjectorSettings,
): Promise<ProjectorHost | undefined> {
  const db = new Kysely<ReadModelTables>({ dialect: new PGliteDialect(session) });
  const maintenance = new EmbeddedMaintenance(db);
  return ProjectorHost.open(
    port,
    {
      db,
      losesCommits: false,
      isTransient: () => false,
      maintain: (rowsWritten) => maintenance.run(rowsWritten),
    },
    settings,
  );
}
