/** A process of the exchange, as it last reported itself. */
export interface NodeLine {
  readonly name: string;
  /** `all`: a server without cores and gateways of its own. */
  readonly role: "all" | "core" | "gateway" | "projector" | "custody" | "signer" | "chain";
  readonly isLeader: boolean;
  /** Whether it last reported as the leader of an earlier term: it ends, or has ended. */
  readonly isFormerLeader: boolean;
  /** Whether it waits to take over the work of another process of its role. */
  readonly isWaiting: boolean;
  /** `host:port` where others reach it, the host of a gateway; empty if nowhere. */
  readonly address: string;
  /** Version of its program; empty if unknown. */
  readonly version: string;
  /** The term that it leads in, or follows. */
  readonly term: number;
  /** Last command that the process has reached; null if it follows none. */
  readonly seq: number | null;
  /** How many commands that is behind the journal, and in how many of its frames; 0 for less than a second. */
  readonly behind: number | null;
  readonly behindFrames: number | null;
  /** Age of the first of these frames, in milliseconds. */
  readonly behindMs: number | null;
  /** Milliseconds since its last report. */
  readonly silentMs: number;
  /** Whether it has missed several reports. */
  readonly isLost: boolean;
}

/** A database that receives the journal from the primary. */
export interface ReplicaLine {
  readonly name: string;
  readonly state: string;
  /** Whether commits wait for it (`quorum`, `sync`) or not (`async`, `potential`). */
  readonly sync: string;
  /** Bytes of the primary's log that it has not yet written to disk; null if unknown. */
  readonly lagBytes: number | null;
  /** Milliseconds that it lately took to confirm the primary's log; null while nothing is written. */
  readonly lagMs: number | null;
}

/** A change of the leader, newest first. */
export interface TakeOverLine {
  readonly term: number;
  readonly name: string;
  /** The leader before; empty for the first one. */
  readonly from: string;
  readonly reason: string;
  readonly atMs: number;
}

/** The journal's databases and the processes that use them. */
export interface ClusterLines {
  readonly term: number;
  /** What the leader does with a commit: it waits in the last two states, and acknowledges nothing. */
  readonly writing: "ready" | "writing" | "waiting for a standby" | "no primary database";
  /** Why the lines are not new; empty if they are. */
  readonly problem: string;
  readonly nodes: readonly NodeLine[];
  /** Name of the primary database, or `host:port` if its configuration gives none. */
  readonly primary: string;
  readonly replicas: readonly ReplicaLine[];
  readonly takeOvers: readonly TakeOverLine[];
}

/** A copy of the home, as the audit log has it, newest first. */
export interface BackupLine {
  readonly startedAtMs: number;
  /** Null while it runs, or if it was interrupted. */
  readonly endedAtMs: number | null;
  readonly operator: string;
  /** Directory it was copied to. */
  readonly target: string;
  readonly state: "complete" | "failed" | "not finished";
  /** Last command in the copy; null unless it is complete. */
  readonly seq: number | null;
  /** Empty unless it failed. */
  readonly problem: string;
}

/** What the exchange runs on, and its backups (`system`). */
export interface SystemStatus {
  /** Last durable command. */
  readonly seq: number;
  /** Where the journal is kept. */
  readonly journal: "files" | "database";
  /** Null on a single machine. */
  readonly cluster: ClusterLines | null;
  readonly backups: readonly BackupLine[];
}
