import { flushCompileCache } from "node:module";
import { type DatabaseLocation, openReadModels } from "@candor/server/records/projections/database";
import { DAY_COMMANDS, DAY_SEED, DAY_USERS } from "./kill-day.ts";
import { openedExchange, randomOf, trade } from "./random-day.ts";

/** Projects the day in many small transactions until it is killed, and reports its progress. */
const database = await openReadModels(JSON.parse(process.argv[2] as string) as DatabaseLocation);
// A killed process does not write its compile cache by itself.
flushCompileCache();
const projector = await database.openProjector({ limits: { maxGroupRows: 60 } });
const exchange = openedExchange(DAY_USERS);
trade(exchange, DAY_COMMANDS, DAY_USERS, randomOf(DAY_SEED));
const progressTimer = setInterval(() => process.stdout.write(`${projector.reachedSeq}\n`), 2);
projector.accept(exchange.batch());
await projector.drain();
clearInterval(progressTimer);
process.stdout.write(`${projector.reachedSeq}\n`);
await projector.close();
await database.close();
