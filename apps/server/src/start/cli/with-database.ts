import { hostname } from "node:os";
import { readEnvironment } from "../../config/environment.ts";
import { takeOver } from "../../engine/home/replication.ts";
import { assertNotMirror } from "../../kit/journal-database/home-identity.ts";
import { assertNoWriters } from "../../kit/journal-database/running-writers.ts";

/**
 * Runs a command that writes to a stopped home. If the exchange is in a database, the command writes there first, and no
 * node may run meanwhile.
 * @param reason what is recorded with the take-over
 */
export async function withDatabase<T>(home: string, reason: string, work: () => T | Promise<T>): Promise<T> {
  const { journalDatabase: database } = readEnvironment({ ...process.env, CANDOR_HOME: home });
  if (database === undefined) {
    assertNotMirror(home);
    return await work();
  }
  await assertNoWriters(database);
  const name = hostname();
  const onLost = (error: Error): void => console.error(error.message);
  const candidate = { name, address: "", reason };
  const replication = await takeOver({ home, database, name, onLost }, candidate, console.error);
  try {
    return await work();
  } finally {
    await replication.close();
  }
}
