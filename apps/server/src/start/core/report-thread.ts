import { parentPort, workerData } from "node:worker_threads";
import { ClusterTable } from "../../kit/journal-database/cluster-table.ts";
import type { FromReportThread, Reports, ReportThreadSettings, ToReportThread } from "./report-messages.ts";

/** The main thread sends a report each second. If it does not, because it waits for the database, the last one is repeated. */
const REPEAT_AFTER_MS = 1_500;
const LOOK_EVERY_MS = 250;

const owner = parentPort as NonNullable<typeof parentPort>;
const { database } = workerData as ReportThreadSettings;
const table = new ClusterTable(database);
let latest: Reports | undefined;
let reporting: Promise<void> | undefined;
let isSentAgain = false;
let reportedMs = 0;

const post = (message: FromReportThread): void => owner.postMessage(message);

async function report({ own, others }: Reports): Promise<void> {
  const state = await table.report(own);
  const taken: string[] = [];
  for (const other of others) if (!(await table.reportFollower(other, 0))) taken.push(other.name);
  post({ kind: "reported", state, standbys: await table.databaseStandbys(), taken });
}

/** A database that does not answer delays reports; they never queue up. */
async function reportNow(): Promise<void> {
  do {
    isSentAgain = false;
    reportedMs = performance.now();
    try {
      await report(latest as Reports);
    } catch (error) {
      post({ kind: "failed", problem: error instanceof Error ? error.message : String(error) });
    }
  } while (isSentAgain);
  reporting = undefined;
}

const timer = setInterval(() => {
  if (latest === undefined || performance.now() - reportedMs < REPEAT_AFTER_MS) return;
  reporting ??= reportNow();
}, LOOK_EVERY_MS);

owner.on("message", (message: ToReportThread) => {
  if (message.kind === "reports") {
    latest = message.reports;
    isSentAgain = reporting !== undefined;
    reporting ??= reportNow();
    return;
  }
  clearInterval(timer);
  latest = undefined;
  void table.close().then(() => process.exit());
});
