import { setTimeout as sleep } from "node:timers/promises";
import { readEnvironment } from "../../config/environment.ts";
import { ClusterTable } from "../../kit/journal-database/cluster-table.ts";
import {
  type ClusterView,
  FORMER_LEADER,
  type NodeView,
  readCluster,
} from "../../kit/journal-database/cluster-view.ts";
import type { Row } from "../../operators/protocol/operator-messages.ts";

/** First word of these commands. */
export const CLUSTER = "cluster";
/** How long a tool looks for the primary database. */
const GIVE_UP_AFTER_MS = 5_000;
/** A standby that is further behind would make the pause longer than planned. */
const MAX_SWITCH_LAG = 10_000;
const SWITCH_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 20;
const MS_PER_SECOND = 1_000;

/** The cluster cannot do this now. */
export class ClusterRefusal extends Error {}

/** Runs `work` on the cluster of CANDOR_JOURNAL_URL. Throws ClusterRefusal without one. */
export async function withCluster<T>(home: string, work: (table: ClusterTable) => Promise<T>): Promise<T> {
  const { journalDatabase } = readEnvironment({ ...process.env, CANDOR_HOME: home, CANDOR_ROLE: "all" });
  if (journalDatabase === undefined)
    throw new ClusterRefusal(
      "this exchange is on one machine: set CANDOR_JOURNAL_URL to its cluster's database",
    );
  const table = new ClusterTable(journalDatabase, GIVE_UP_AFTER_MS);
  try {
    await table.create();
    return await work(table);
  } finally {
    await table.close();
  }
}

export interface ClusterStatus {
  readonly view: ClusterView;
  readonly nodes: readonly Row[];
  readonly notes: readonly string[];
}

/** Returns the nodes as rows, and what else an operator should know as lines. */
export async function clusterStatus(table: ClusterTable): Promise<ClusterStatus> {
  const view = await readCluster(table);
  const { term, leader, isLed, takeOvers, primary, databaseStandbys } = view;
  const [last] = takeOvers;
  const replicas = databaseStandbys.map(
    ({ name, state, sync, lagBytes }) => `${name} ${state}, ${sync}, ${lagBytes} bytes behind`,
  );
  const notes = [
    `Leader     ${leader === "" ? "none yet" : `${leader}, term ${term}${isLed ? "" : ", which does not report"}`}`,
    ...(last === undefined
      ? []
      : [`Take-over  ${new Date(last.atMs).toISOString()} at command ${last.exchangeSeq}: ${last.reason}`]),
    `Database   ${`${primary.name} ${primary.address}`.trim()} primary; ${replicas.length === 0 ? "no standby" : replicas.join("; ")}`,
  ];
  return { view, nodes: view.nodes.map(rowOf), notes };
}

function rowOf({
  name,
  role,
  term,
  seq,
  ageMs,
  isMissing,
  address,
  version,
  details,
  ...lag
}: NodeView): Row {
  const isSingle = role === "leader" && details.process === "all";
  return {
    node: name,
    role: isSingle ? "leader, single server" : role,
    state: isMissing ? `missing for ${Math.round(ageMs / MS_PER_SECOND)} s` : stateOf(role, details),
    term: String(term),
    command: seq === undefined ? "-" : String(seq),
    behind: behindOf(lag),
    version: version || "-",
    address,
  };
}

/** A process may say more than that it runs: a second projector waits. */
function stateOf(role: string, { state }: NodeView["details"]): string {
  if (role === FORMER_LEADER) return "ending";
  return typeof state === "string" ? state : "running";
}

function behindOf({ lag, lagFrames, lagMs }: Pick<NodeView, "lag" | "lagFrames" | "lagMs">): string {
  if (lag === undefined || lagMs === undefined) return "-";
  return lagMs === 0 ? "0" : `${lag} in ${lagFrames} frames, ${(lagMs / MS_PER_SECOND).toFixed(1)} s`;
}

/**
 * Makes the best standby the leader. Resolves once it leads.
 * @returns lines that say so. Throws ClusterRefusal if there is no leader or no standby that is up to date, or none leads in time.
 */
export async function switchLeader(table: ClusterTable, operator: string): Promise<readonly string[]> {
  const { term, leader, isLed, nodes } = await readCluster(table);
  if (!isLed) throw new ClusterRefusal("no core leads at the moment");
  if (nodes.some((node) => node.name === leader && node.details.process === "all"))
    throw new ClusterRefusal(
      `${leader} is a single server, which hands nothing over: stop it, and a standby takes over`,
    );
  const ready = nodes.some(
    (node) => node.role === "standby" && !node.isMissing && (node.lag ?? 0) <= MAX_SWITCH_LAG,
  );
  if (!ready) throw new ClusterRefusal(`${leader} has no standby that is up to date`);
  if (!(await table.requestSwitch(term, operator)))
    throw new ClusterRefusal("another core has begun to lead meanwhile");
  for (const deadline = Date.now() + SWITCH_WITHIN_MS; Date.now() < deadline; await sleep(LOOK_EVERY_MS)) {
    const now = await readCluster(table);
    if (now.term > term && now.isLed)
      return [`${now.leader} leads in term ${now.term}. ${leader} ends and is started again as a standby.`];
  }
  throw new ClusterRefusal(
    `no standby has taken over within ${SWITCH_WITHIN_MS / MS_PER_SECOND} s; see the log of ${leader}`,
  );
}
