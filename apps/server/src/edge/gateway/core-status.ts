import type { WriterState } from "../../kit/journal-database/writer-messages.ts";
import type { GatewayMetrics } from "./metrics.ts";

/** What a core of a cluster is at the moment. */
export interface CoreStatus {
  readonly role: "leader" | "standby";
  readonly node: string;
  /** The term that it leads in, or follows; 0 before the first leader. */
  readonly term: number;
  /** Name of the leader; "" before the first one. */
  readonly leader: string;
  /** Its last command. */
  readonly durableSeq: number;
  /** Commands that it is behind the leader, as of about a second ago. */
  readonly lag: number;
  /** The database's own replication, as of about a second ago. */
  readonly replication: {
    /** Standbys whose confirmation commits wait for. */
    readonly confirming: number;
    readonly standbys: readonly {
      readonly name: string;
      readonly state: string;
      readonly sync: string;
      readonly lagBytes: number;
    }[];
  };
  /** What the leader's writers to the database do; undefined for a standby. */
  readonly writing: WriterState | undefined;
}

/** Returns why a leader acknowledges nothing; undefined if it does. */
export const obstacleOf = (state: WriterState | undefined): string | undefined =>
  state === "waiting for a standby" || state === "no primary database" ? state : undefined;

/** Adds the figures of a core. */
export function addCoreMetrics(metrics: GatewayMetrics, status: () => CoreStatus): void {
  metrics.gauge("candor_core_leading", "1 while this core leads, 0 while it stands by.", () =>
    status().role === "leader" ? 1 : 0,
  );
  metrics.gauge("candor_core_term", "The term that this core leads in, or follows.", () => status().term);
  metrics.gauge("candor_core_seq", "Sequence number of this core's last command.", () => status().durableSeq);
  metrics.gauge(
    "candor_core_lag_commands",
    "Commands that this core is behind the leader.",
    () => status().lag,
  );
  metrics.gauge(
    "candor_database_confirming_standbys",
    "Database standbys whose confirmation commits wait for.",
    () => status().replication.confirming,
  );
  metrics.gauge(
    "candor_database_lag_bytes",
    "Log that the slowest database standby has not on its disk.",
    () => Math.max(0, ...status().replication.standbys.map(({ lagBytes }) => lagBytes)),
  );
}
