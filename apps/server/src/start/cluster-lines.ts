import type { ClusterLines, NodeLine, ReplicaLine, TakeOverLine } from "@candor/wire/console/system";
import {
  ClusterTable,
  type DatabaseStandby,
  type ReadTakeOver,
} from "../kit/journal-database/cluster-table.ts";
import {
  type ClusterView,
  FORMER_LEADER,
  type NodeView,
  readCluster,
} from "../kit/journal-database/cluster-view.ts";
import type { DatabaseSettings } from "../kit/journal-database/database-settings.ts";
import type { WriterState } from "../kit/journal-database/writer-messages.ts";

/** How long a page waits for a primary database. */
const GIVE_UP_AFTER_MS = 2_000;
/** One fewer than are read: each line names the leader before. */
const SHOWN_TAKE_OVERS = 10;

/** What the console shows of a cluster. Calls at the same time share one look at the database. */
export class ClusterPage {
  private readonly table: ClusterTable;
  private readonly writing: () => WriterState;
  private reading: Promise<ClusterLines> | undefined;
  private last: ClusterView | undefined;
  private lastAtMs = 0;

  /** @param writing returns what the leader's writers do */
  constructor(database: DatabaseSettings, writing: () => WriterState) {
    this.table = new ClusterTable(database, GIVE_UP_AFTER_MS);
    this.writing = writing;
  }

  /** Reads the cluster; without an answer of the database, it returns the last one with the problem. */
  read(): Promise<ClusterLines> {
    this.reading ??= this.look().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  async close(): Promise<void> {
    await this.table.close();
  }

  private async look(): Promise<ClusterLines> {
    let problem = "";
    try {
      this.last = await readCluster(this.table);
      this.lastAtMs = performance.now();
    } catch (error) {
      if (this.last === undefined) throw error;
      problem = error instanceof Error ? error.message : String(error);
    }
    const ageMs = Math.round(performance.now() - this.lastAtMs);
    return clusterLines(this.last, ageMs, this.writing(), problem);
  }
}

function clusterLines(
  { term, leader, nodes, primary, databaseStandbys, takeOvers }: ClusterView,
  ageMs: number,
  writing: WriterState,
  problem: string,
): ClusterLines {
  return {
    term,
    writing,
    problem,
    nodes: nodes.map((node) => nodeLine({ ...node, ageMs: node.ageMs + ageMs }, leader)),
    primary: primary.name || primary.address,
    replicas: databaseStandbys.map(replicaLine),
    takeOvers: takeOvers.slice(0, SHOWN_TAKE_OVERS).map((line, at) => takeOverLine(line, takeOvers[at + 1])),
  };
}

function nodeLine(node: NodeView, leader: string): NodeLine {
  const { name, address, version, term, ageMs, isMissing, details } = node;
  return {
    name,
    role: roleOf(node),
    isLeader: name === leader && node.role === "leader",
    isFormerLeader: node.role === FORMER_LEADER,
    isWaiting: details.state === "waiting",
    address,
    version,
    term,
    seq: node.seq ?? null,
    behind: node.lag ?? null,
    behindFrames: node.lagFrames ?? null,
    behindMs: node.lagMs ?? null,
    silentMs: ageMs,
    isLost: isMissing,
  };
}

const OWN_ROLES = ["gateway", "projector", "custody", "signer", "chain"] as const;

/** The other roles in the table are states of a core, or of a server that is everything. */
function roleOf({ role, details }: NodeView): NodeLine["role"] {
  return OWN_ROLES.find((own) => own === role) ?? (details.process === "all" ? "all" : "core");
}

const replicaLine = ({ name, state, sync, lagBytes, lagMs }: DatabaseStandby): ReplicaLine => ({
  name,
  state,
  sync,
  lagBytes,
  lagMs: lagMs ?? null,
});

const takeOverLine = (
  { term, name, reason, atMs }: ReadTakeOver,
  before: ReadTakeOver | undefined,
): TakeOverLine => ({ term, name, from: before?.name ?? "", reason, atMs });
