import path from "node:path";
import { readEnvironment } from "../../config/environment.ts";
import { exportHome } from "../../engine/home/export-home.ts";
import { importHome } from "../../engine/home/import-home.ts";
import type { Moved } from "../../engine/home/verify-moved.ts";
import { acceptRestore } from "../../kit/journal-database/accept-restore.ts";
import type { DatabaseSettings } from "../../kit/journal-database/database-settings.ts";
import { foundExchange } from "../../kit/journal-database/found-exchange.ts";
import { assertStopped } from "../../kit/journal-database/running-writers.ts";

/** Moves an exchange between files and the database of CANDOR_JOURNAL_URL. Both sides are compared afterwards. */
export async function moveJournal(
  command: "export" | "import",
  directory: string,
  print: (line: string) => void,
): Promise<void> {
  const home = path.resolve(directory);
  const { journalDatabase, keyFile } = readEnvironment({ ...process.env, CANDOR_HOME: home });
  if (journalDatabase === undefined) throw new Error("CANDOR_JOURNAL_URL must name the database");
  const moved =
    command === "import"
      ? await importHome(home, keyFile, journalDatabase)
      : await exportHome(home, journalDatabase);
  for (const line of linesOf(moved)) print(line);
  print(
    command === "import"
      ? `Complete    start the exchange with CANDOR_JOURNAL_URL; ${home} can be its home`
      : `Complete    start the exchange with CANDOR_HOME=${home} and without CANDOR_JOURNAL_URL`,
  );
  print("Not moved   keys/sealing.key and signer/, which stay on their machines: copy them yourself");
}

/** Makes the empty database of CANDOR_JOURNAL_URL the place of a new exchange. Throws if it has one, or nodes use it. */
export async function foundJournal(print: (line: string) => void): Promise<void> {
  const database = journalDatabase();
  await assertStopped(database);
  const { exchange, isNew } = await foundExchange(database);
  if (!isNew) throw new Error(`the database has an exchange already: ${exchange}`);
  print(`Founded     exchange ${exchange}; the first core that starts creates it`);
}

/** Declares that the database of CANDOR_JOURNAL_URL was restored on purpose. Throws while nodes use it. */
export async function acceptJournalRestore(print: (line: string) => void): Promise<void> {
  const { term, seq } = await acceptRestore(journalDatabase());
  print(
    `Accepted    the exchange continues after command ${seq.toLocaleString("en")}, with terms above ${term}`,
  );
  print("Kept        what nodes have beyond it is moved to lost/ in their homes when they start");
}

function journalDatabase(): DatabaseSettings {
  const { journalDatabase: database } = readEnvironment({ ...process.env, CANDOR_ROLE: "all" });
  if (database === undefined) throw new Error("CANDOR_JOURNAL_URL must name the database");
  return database;
}

function linesOf({ journals, frames, lastSeq, files }: Moved): string[] {
  const count = (number: number): string => number.toLocaleString("en");
  return [
    `Copied      ${count(frames)} frames of ${count(journals)} journals, ${count(files)} files`,
    `Exchange    ends with command ${count(lastSeq)}`,
    "Checked     every frame and file is equal on both sides",
  ];
}
