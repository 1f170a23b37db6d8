import { placeText } from "../../config/link/link-settings.ts";
import type { CoreStatus } from "../../edge/gateway/core-status.ts";
import { expectChanges } from "../../engine/home/manifest.ts";
import { type Replication, takeOver } from "../../engine/home/replication.ts";
import { DatabaseReader } from "../../kit/journal-database/database-reader.ts";
import type { DatabaseSettings } from "../../kit/journal-database/database-settings.ts";
import { assertNotMirror } from "../../kit/journal-database/home-identity.ts";
import type { LinkedNodes } from "../core/linked-nodes.ts";
import { SingleNode } from "./single-node.ts";
import type { Start } from "./start.ts";

/** An exchange in a database, which this process leads. */
export interface JoinedDatabase {
  readonly replication: Replication;
  readonly database: DatabaseSettings;
  /** Reads what earlier leaders have left. */
  readonly reader: DatabaseReader;
  readonly status: () => CoreStatus;
  readonly linked: LinkedNodes;
  /** @param durableSeq returns the engine's last command */
  readonly follow: (durableSeq: () => number) => void;
}

/**
 * Takes over the exchange in the database of CANDOR_JOURNAL_URL and completes the home from it. Returns undefined if the
 * home is the only copy. Throws ForeignHistoryError, DatabaseUnusableError.
 */
export async function joinDatabase(start: Start): Promise<JoinedDatabase | undefined> {
  const { environment, closers, prepared } = start;
  const { home, journalDatabase: database } = environment;
  if (database === undefined) {
    assertNotMirror(home);
    return undefined;
  }
  if (prepared === undefined) return await leadAlone(start, database);
  const { replication, reader, status, linked } = prepared;
  closers.add("journal database", () => replication.close());
  expectChanges(home);
  return { replication, database, reader, status, linked, follow: () => undefined };
}

async function leadAlone(
  { environment, log, onFatal, closers }: Start,
  database: DatabaseSettings,
): Promise<JoinedDatabase> {
  const { home, link } = environment;
  const name = link.node;
  const address = link.listen === undefined ? "" : placeText(link.listen);
  const node = new SingleNode({ database, name, address, log, onFatal });
  closers.add("reports", () => node.close());
  const replication = await takeOver(
    {
      home,
      database,
      name,
      onLost: onFatal,
      onState: (state) => log.warn(`journal's database: ${state}`),
      onRefused: (why) => log.warn(`journal's database: ${why}`),
      announce: () => node.announce(),
    },
    { name, address, reason: "start" },
    (message) => log.warn(message),
  );
  closers.add("journal database", () => replication.close());
  const reader = new DatabaseReader(database);
  closers.add("earlier requests", () => reader.close());
  node.lead(replication);
  log.info({ term: replication.leadership.term }, "journal database: leading");
  // Another machine may have continued since this one stopped.
  expectChanges(home);
  return {
    replication,
    database,
    reader,
    status: () => node.status,
    linked: node.linked,
    follow: (durableSeq) => node.follow(durableSeq),
  };
}
