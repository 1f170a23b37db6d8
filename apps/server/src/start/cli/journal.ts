import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { SEALING_KEY } from "../../engine/home/check-files.ts";
import { assertNoIncompleteBackup } from "../../engine/home/incomplete-backup.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import { machineFactory } from "../../engine/runtime/exchange-machine.ts";
import { writePrivately } from "../../kit/private-files.ts";
import { dumpJournal } from "./journal-dump.ts";
import { acceptJournalRestore, foundJournal, moveJournal } from "./journal-move.ts";
import { printJournalStats } from "./journal-stats.ts";
import { verifyJournal } from "./journal-verify.ts";
import { verifyAudit } from "./verify-audit.ts";
import { verifyStores } from "./verify-stores.ts";

writePrivately();

const USAGE = `The exchange's journal, for people. verify, stats and dump read only; a running server is not disturbed.

  npm run journal -- verify [--snapshot]          check every checksum, link and event, every other store and file of
                                                  the home, and that all are of one moment; --snapshot: the home is
                                                  a file system's snapshot, of one moment though a server ran
  npm run journal -- stats                        how much of what is in it
  npm run journal -- dump [--from N] [--limit N]  commands from sequence number N on (1), at most so many (100)
  npm run journal -- found                        create a new exchange in the empty database of CANDOR_JOURNAL_URL
  npm run journal -- export DIR                   copy a stopped exchange from the database of CANDOR_JOURNAL_URL into
                                                  the empty directory DIR
  npm run journal -- import DIR                   copy the stopped exchange in the home DIR into that database, which must
                                                  be empty
  npm run journal -- accept-restore               declare that this database was restored to an earlier state on purpose:
                                                  nodes, which must be stopped, then give up what they have beyond it

  --home DIR   the server's home directory; else CANDOR_HOME, else .candor
`;
const DEFAULT_LIMIT = 100;

const print = (line: string): void => {
  console.log(line);
};

function wholeNumber(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^[1-9][0-9]{0,14}$/.test(text))
    throw new Error(`--${name} must be a number of at least 1, got "${text}"`);
  return Number(text);
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      home: { type: "string" },
      from: { type: "string" },
      limit: { type: "string" },
      snapshot: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const [command, ...rest] = positionals;
  if (values.help === true || command === undefined) {
    print(USAGE);
    return;
  }
  if (command === "export" || command === "import") {
    const [target, ...more] = rest;
    if (target === undefined || target.trim() === "" || more.length > 0)
      throw new Error(`${command} requires exactly one DIR, which must not be empty`);
    await moveJournal(command, target, print);
    return;
  }
  if (command === "found" && rest.length === 0) {
    await foundJournal(print);
    return;
  }
  if (command === "accept-restore" && rest.length === 0) {
    await acceptJournalRestore(print);
    return;
  }
  if (rest.length > 0) throw new Error(`unexpected "${rest.join(" ")}"\n\n${USAGE}`);
  const from = wholeNumber("from", values.from, 1);
  const limit = wholeNumber("limit", values.limit, DEFAULT_LIMIT);
  const directory = values.home ?? process.env.CANDOR_HOME ?? ".candor";
  const home = exchangeHome(directory);
  assertNoIncompleteBackup(directory);
  if (!existsSync(home.journalDirectory)) throw new Error(`no journal in ${home.journalDirectory}`);
  if (command === "verify") {
    verifyJournal(home, machineFactory, print);
    verifyAudit(directory, print);
    const keyFile = process.env.CANDOR_KEY_FILE || path.join(directory, SEALING_KEY);
    verifyStores(directory, keyFile, values.snapshot === true, print);
  } else if (command === "stats") printJournalStats(home, print);
  else if (command === "dump") dumpJournal(home, from, limit, print);
  else throw new Error(`unknown command "${command}"\n\n${USAGE}`);
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
