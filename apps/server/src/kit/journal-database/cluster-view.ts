import type { ClusterTable, DatabaseStandby, ReadNode, ReadTakeOver } from "./cluster-table.ts";

/** A node that has not reported for so long is missing. */
const MISSING_MS = 3_000;
const TAKE_OVERS = 10;

export interface NodeView extends ReadNode {
  readonly isMissing: boolean;
  /** Commands that it is behind the leader, as of their last reports. */
  readonly lag: number;
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
  readonly databaseStandbys: readonly DatabaseStandby[];
}

/** Reads who leads, all nodes, the last take-overs and the database's replication. */
export async function readCluster(table: ClusterTable): Promise<ClusterView> {
  const [{ term, leader }, nodes, takeOvers, databaseStandbys] = await Promise.all([
    table.state(),
    table.nodes(),
    table.takeOvers(TAKE_OVERS),
    table.databaseStandbys(),
  ]);
  const leading = nodes.find(({ name }) => name === leader);
  const isLed =
    leading !== undefined && leading.role === "leader" && leading.term === term && leading.ageMs < MISSING_MS;
  return {
    term,
    leader,
    isLed,
    nodes: nodes.map((node) => ({
      ...node,
      isMissing: node.ageMs >= MISSING_MS,
      lag: Math.max(0, (leading?.seq ?? 0) - node.seq),
    })),
    takeOvers,
    databaseStandbys,
  };
}
