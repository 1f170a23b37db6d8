import { readEnvironment } from "../config/environment.ts";
import { openInstance } from "../config/instance.ts";
import { exchangeHome } from "../engine/exchange-home.ts";
import { WorkerEngine } from "../engine/worker-engine.ts";
import { openReadModels } from "../projections/database.ts";
import { journalIdOf } from "../projections/journal-id.ts";
import { readModelsLocation } from "../projections/location.ts";
import { rebuildReadModels } from "../projections/rebuild.ts";

/**
 * `npm run rebuild-read-models`: makes the SQL tables of this home anew from its journal. The server must not be
 * running: journal and tables have one owner at a time.
 */
const environment = readEnvironment(process.env);
const instance = openInstance(environment.home, environment.mode, Date.now());
const location = readModelsLocation(environment);
console.log(
  `Rebuilding the read models in ${location.kind === "postgres" ? "PostgreSQL" : location.directory}`,
);

const startedMs = performance.now();
const database = await openReadModels(location, {
  warned: (message, error) => console.error(message, error),
});
try {
  const report = await rebuildReadModels(database, journalIdOf(instance), ({ eventsAfterSeq, onReplayed }) =>
    WorkerEngine.start({
      home: exchangeHome(environment.home),
      eventsAfterSeq,
      onReplayed,
      onDown: (error) => console.error(error),
      warn: (message) => console.warn(message),
    }),
  );
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  console.log(
    `${report.reachedSeq} commands became ${report.rows} rows in ${report.transactions} transactions, ${seconds} s`,
  );
} finally {
  await database.close();
}
