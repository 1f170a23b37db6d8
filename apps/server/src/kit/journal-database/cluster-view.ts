import type {
  ClusterTable,
  DatabasePrimary,
  DatabaseStandby,
  ReadNode,
  ReadTakeOver,
} from "./cluster-table.ts";

/** A node that has not reported for so long is missing. */
const MISSING_MS = 3_000;
const TAKE_OVERS = 11;
/** What a process reports of itself, or a leader of a gateway, may be so old. */
const BLUR_MS = 1_000;
/** Role of a process that reported as the leader of an earlier term. It ends, or has ended. */
export const FORMER_LEADER = "former leader";
/** Order of the roles in lists; others come last. */
const ORDER = [
  "leader",
  "standby",
  "starting",
  FORMER_LEADER,
  "gateway",
  "projector",
  "custody",
  "signer",
  "chain",
];

export interface NodeView extends ReadNode {
  readonly isMissing: boolean;
  /** Version of the program that it runs; "" if unknown. */
  readonly version: string;
  /** Commands that it is behind the leader, for more than a second; undefined if it follows none. */
  readonly lag: number | undefined;
  /** Frames of the journal that it had not reached when it reported, or now if it is missing. */
  readonly lagFrames: number | undefined;
  /** Age of the first of them then, in milliseconds. */
  readonly lagMs: number | undefined;
}

/** A cluster as its database knows it. */
export interface ClusterView {
  readonly term: number;
  /** Name of the leader; "" before the first one. */
  readonly leader: string;
  /** Whether the leader reports, as leader in this term. */
  readonly isLed: boolean;
  readonly nodes: readonly NodeView[];
  /** The newest first. */
  readonly takeOvers: readonly ReadTakeOver[];
  readonly primary: DatabasePrimary;
  readonly databaseStandbys: readonly DatabaseStandby[];
}

/** Reads who leads, all nodes, the last take-overs and the database's replication. */
export async function readCluster(table: ClusterTable): Promise<ClusterView> {
  const { term, leader } = await table.state();
  const nodes = (await table.nodes()).map((node) => withTrueRole(node, term, leader));
  const takeOvers = await table.takeOvers(TAKE_OVERS);
  const primary = await table.primary();
  const databaseStandbys = await table.databaseStandbys();
  const leading = nodes.find(({ name }) => name === leader);
  const isLed =
    leading !== undefined && leading.role === "leader" && leading.term === term && leading.ageMs < MISSING_MS;
  const leaderSeq = leading?.seq ?? 0;
  return {
    term,
    leader,
    isLed,
    nodes: nodes.toSorted(byRole).map((node) => viewOf(node, leaderSeq)),
    takeOvers,
    primary,
    databaseStandbys,
  };
}

/** A leader that was replaced reports once a second like before, until it learns of that. */
function withTrueRole(node: ReadNode, term: number, leader: string): ReadNode {
  const isOfTerm = node.term === term && node.name === leader;
  const isFormer = node.role === "leader" && node.term <= term && !isOfTerm;
  return isFormer ? { ...node, role: FORMER_LEADER } : node;
}

function byRole(a: ReadNode, b: ReadNode): number {
  const places = [a, b].map(({ role }) => (ORDER.includes(role) ? ORDER.indexOf(role) : ORDER.length));
  return (places[0] ?? 0) - (places[1] ?? 0);
}

/** Frames that were written after a report, or just before it, are no lag. */
function viewOf(node: ReadNode, leaderSeq: number): NodeView {
  const { seq, ageMs, laterFrames, laterAgeMs, details } = node;
  const isMissing = ageMs >= MISSING_MS;
  const version = typeof details.version === "string" ? details.version : "";
  if (seq === undefined)
    return { ...node, isMissing, version, lag: undefined, lagFrames: undefined, lagMs: undefined };
  const behindMs = (laterAgeMs ?? 0) - (isMissing ? 0 : ageMs);
  const isBehind = behindMs >= (isMissing ? 1 : BLUR_MS);
  return {
    ...node,
    isMissing,
    version,
    lag: isBehind ? Math.max(0, leaderSeq - seq) : 0,
    lagFrames: isBehind ? laterFrames : 0,
    lagMs: isBehind ? behindMs : 0,
  };
}
