import { type Environment, readEnvironment } from "../config/environment.ts";
import { openInstance } from "../config/instance.ts";
import { exchangeHome } from "../engine/exchange-home.ts";
import { exchangeThread, WorkerEngine } from "../engine/worker-engine.ts";
import { openReadModels } from "../projections/database.ts";
import { journalIdOf } from "../projections/journal-id.ts";
import { readModelsLocation } from "../projections/location.ts";
import { type RebuildReport, rebuildReadModels } from "../projections/rebuild.ts";

/**
 * `npm run rebuild-read-models`: makes the SQL tables of this home anew from its journal. The server must not be
 * running: journal and tables have one owner at a time.
 */
async function rebuild(environment: Environment): Promise<RebuildReport> {
  const instance = openInstance(environment.home, environment.mode, Date.now());
  const database = await openReadModels(readModelsLocation(environment), {
    warned: (message, error) => console.error(message, error),
  });
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

try {
  const environment = readEnvironment(process.env);
  const location = readModelsLocation(environment);
  console.log(
    `Rebuilding the read models in ${location.kind === "postgres" ? "PostgreSQL" : location.directory}`,
  );
  const startedMs = performance.now();
  const { reachedSeq, rows, transactions } = await rebuild(environment);
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  console.log(`${reachedSeq} commands became ${rows} rows in ${transactions} transactions, ${seconds} s`);
} catch (error) {
  console.error(`Not rebuilt: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
