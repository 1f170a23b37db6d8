import { mkdirSync } from "node:fs";
import path from "node:path";
import { DirectoryLock } from "@candor/journal/directory-lock";
import { pino } from "pino";
import { lineForPeople } from "../../kit/log-for-terminal.ts";
import { writePrivately } from "../../kit/private-files.ts";
import { Cluster } from "./cluster.ts";
import { type ClusterOptions, readOptions, USAGE, UsageError } from "./cluster-options.ts";
import type { ClusterStatus } from "./cluster-status.ts";

/** `npm run cluster`: runs an exchange as a cluster on this machine until it is stopped. */
const WRONG_USE = 2;

/** Standard output is for programs: people and logs get the other one. */
const log = pino(
  { level: "info", base: null, timestamp: pino.stdTimeFunctions.isoTime },
  { write: (json) => void process.stderr.write(process.stderr.isTTY ? lineForPeople(json) : json) },
);

function options(): ClusterOptions {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    process.stdout.write(`${USAGE}\n`);
    process.exit(0);
  }
  try {
    return readOptions(args, process.env);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${USAGE}\n`);
    process.exit(WRONG_USE);
  }
}

/** Returns what people need to know about what runs. */
function forPeople({ ready, url, processes, missing }: ClusterStatus): string {
  const gateways = processes.flatMap((each) => (each.role === "gateway" ? [each.url] : []));
  const leader = leaderOf({ processes }) ?? "none";
  const primary = processes.find((each) => each.role === "database" && each.primary)?.name ?? "none";
  const state = ready ? "ready" : `not complete (${missing.join(", ")})`;
  return `cluster: ${state}, ${url} · leader ${leader} · primary ${primary} · gateways ${gateways.join(" ")}`;
}

const leaderOf = ({ processes }: Pick<ClusterStatus, "processes">): string | undefined =>
  processes.find((each) => each.role === "core" && each.leader)?.name;

/** Returns where an operator finds what the processes have written. */
function placesFor(leader: string | undefined, directory: string): readonly string[] {
  const home = path.join(directory, "homes", leader ?? "core-1");
  return [
    `founders: the first two owners of the console sign up with the links in ${path.join(home, "console-links.txt")}`,
    `outbox: in a sandbox, open the link in ${path.join(home, "outbox-link.txt")} once to read codes`,
    `status: CANDOR_JOURNAL_URL=$(cat ${path.join(directory, "journal-url.txt")}) npm run operator -- cluster status`,
  ];
}

writePrivately();
let leaderShown: string | undefined;
const chosen = options();
mkdirSync(chosen.directory, { recursive: true });
let lock: DirectoryLock | undefined;
let stopping: Promise<never> | undefined;

const cluster = new Cluster(chosen, {
  environment: process.env,
  log,
  onStatus: (status) => {
    if (chosen.json) process.stdout.write(`${JSON.stringify(status)}\n`);
    else log.info(forPeople(status));
    const leader = leaderOf(status);
    if (chosen.json || !status.ready || leader === leaderShown) return;
    leaderShown = leader;
    for (const place of placesFor(leader, chosen.directory)) log.info(place);
  },
});

function stop(reason: string, exitCode: number): Promise<never> {
  stopping ??= (async () => {
    log.info(`stopping: ${reason}`);
    await cluster.stop();
    lock?.release();
    log.info("stopped: all processes of the cluster have ended");
    process.exit(exitCode);
  })();
  return stopping;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(signal, 0));
process.once("disconnect", () => void stop("the program that started it has exited", 0));

try {
  lock = DirectoryLock.acquire(chosen.directory);
  await cluster.start();
} catch (error) {
  if (stopping === undefined) log.fatal((error as Error).message);
  await stop("the cluster could not start", 1);
}
