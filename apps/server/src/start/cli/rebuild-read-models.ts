import { parseArgs } from "node:util";
import { type Environment, readEnvironment } from "../../config/environment.ts";
import { isFounded, openInstance } from "../../config/instance.ts";
import { checkHome } from "../../engine/home/check-home.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import { exchangeThread, WorkerEngine } from "../../engine/runtime/worker-engine.ts";
import { writePrivately } from "../../kit/private-files.ts";
import { openReadModels } from "../../records/projections/database.ts";
import { journalIdOf } from "../../records/projections/journal-id.ts";
import { readModelsLocation } from "../../records/projections/location.ts";
import { type RebuildReport, rebuildReadModels } from "../../records/projections/rebuild.ts";

writePrivately();

const USAGE = `Drops the SQL tables and rebuilds them from the journal; the server must be stopped. It needs the server's own settings
(CANDOR_MODE, DATABASE_URL, …), and changes nothing but the tables.

  npm run rebuild-read-models

  --home DIR   the server's home directory; else CANDOR_HOME, else .candor
`;

/**
 * `npm run rebuild-read-models`: rebuilds the SQL tables of this home from its journal. The server must not be running:
 * journal and tables allow one owner at a time.
 */
async function rebuild(environment: Environment): Promise<RebuildReport> {
  // Tables ahead of the journal prove that it lost commands. Check that before deleting them.
  checkHome(environment.home, environment.keyFile);
  const instance = openInstance(
    environment.home,
    environment.rig.isScenario ? "scenario" : environment.mode,
    Date.now(),
  );
  const location = readModelsLocation(environment);
  const database = await openReadModels(
    location.kind === "directory" ? { ...location, work: "filling" } : location,
    { warned: (message, error) => console.error(message, error) },
  );
  try {
    return await rebuildReadModels(database, journalIdOf(instance), (replay) =>
      WorkerEngine.start({
        home: exchangeHome(environment.home),
        thread: exchangeThread(environment.cache),
        onDown: (error) => console.error(error),
        warn: (message) => console.warn(message),
        ...replay,
      }),
    );
  } finally {
    await database.close();
  }
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { home: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help === true) {
    console.log(USAGE);
    return;
  }
  const { home = process.env.CANDOR_HOME } = values;
  const environment = readEnvironment({ ...process.env, CANDOR_HOME: home });
  if (!isFounded(environment.home)) throw new Error(`no exchange in ${environment.home}`);
  const location = readModelsLocation(environment);
  console.log(
    `Rebuilding read models in ${location.kind === "postgres" ? "PostgreSQL" : location.directory}`,
  );
  const startedMs = performance.now();
  const { reachedSeq, rows, transactions } = await rebuild(environment);
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  console.log(`${reachedSeq} commands produced ${rows} rows in ${transactions} transactions, ${seconds} s`);
}

try {
  await run();
} catch (error) {
  console.error(`Not rebuilt: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
