import path from "node:path";
import { Cluster } from "@candor/server/start/cluster/cluster";
import { readOptions } from "@candor/server/start/cluster/cluster-options";
import pino from "pino";

/** Runs a cluster whose roles are `role-target.ts`, prints what runs, and ends as `npm run cluster` does. */
const cluster = new Cluster(readOptions(process.argv.slice(2), process.env), {
  environment: process.env,
  log: pino({ base: null }, pino.destination(2)),
  main: path.join(import.meta.dirname, "role-target.ts"),
  onStatus: (status) => process.stdout.write(`${JSON.stringify(status)}\n`),
});
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.on(signal, () => void cluster.stop().then(() => process.exit(0)));
await cluster.start();
