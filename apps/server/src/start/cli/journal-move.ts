import path from "node:path";
import { readEnvironment } from "../../config/environment.ts";
import { exportHome } from "../../engine/home/export-home.ts";
import { importHome } from "../../engine/home/import-home.ts";
import type { Moved } from "../../engine/home/verify-moved.ts";
import { acceptRestore } from "../../kit/journal-database/accept-restore.ts";

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

/** Declares that the database of CANDOR_JOURNAL_URL was restored on purpose. */
export async function acceptJournalRestore(print: (line: string) => void): Promise<void> {
  const { journalDatabase } = readEnvironment(process.env);
  if (journalDatabase === undefined) throw new Error("CANDOR_JOURNAL_URL must name the database");
  const { term, seq } = await acceptRestore(journalDatabase);
  print(
    `Accepted    the exchange continues after command ${seq.toLocaleString("en")}, with terms above ${term}`,
  );
  print("Kept        what nodes have beyond it is moved to lost/ in their homes when they start");
}

function linesOf({ journals, frames, files }: Moved): string[] {
  const count = (number: number): string => number.toLocaleString("en");
  return [
    `Copied      ${count(frames)} frames of ${count(journals)} journals, ${count(files)} files`,
    "Checked     every frame and file is equal on both sides",
  ];
}
