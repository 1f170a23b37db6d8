import { Worker } from "node:worker_threads";
import type { ClusterState, DatabaseStandby, NodeReport } from "../../kit/journal-database/cluster-table.ts";
import { DatabaseUnusableError } from "../../kit/journal-database/database-errors.ts";
import type { DatabaseSettings } from "../../kit/journal-database/database-settings.ts";
import type { LinkedNodes } from "./linked-nodes.ts";
import type { FromReportThread, ReportThreadSettings, ToReportThread } from "./report-messages.ts";

const THREAD = new URL("./report-thread.ts", import.meta.url);
/** How often a process reports. */
const REPORT_EVERY_MS = 1_000;

/** What a process is at the moment. */
interface NodeView {
  /** A leader writes; `starting` is about to. */
  readonly role: "leader" | "standby" | "starting";
  /** The term that it leads in, or follows. */
  readonly term: number;
  /** Its last command. */
  readonly seq: number;
}

export interface NodeReporterOptions {
  readonly database: DatabaseSettings;
  readonly name: string;
  /** Where gateways connect; "" if nowhere. */
  readonly address: string;
  /** What its role adds. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly view: () => NodeView;
  /** Reported while this process leads. */
  readonly linked: LinkedNodes;
  /** Called with each answer. */
  readonly onState: (state: ClusterState) => void;
  readonly warn: (message: string) => void;
  /** Called once when its thread ends by itself. */
  readonly onFatal: (error: Error) => void;
}

/** What is known of the database's own replication. */
export interface ReplicationState {
  /** Standbys that the primary waits for. */
  readonly confirming: number;
  readonly standbys: readonly DatabaseStandby[];
}

/**
 * Reports what this process is, so that others and operators know, and learns who leads. A thread of its own sends the
 * reports: the main thread waits for the database in each write, and a leader without reports is taken for dead.
 */
export class NodeReporter {
  private readonly options: NodeReporterOptions;
  private readonly worker: Worker;
  private readonly exited: Promise<void>;
  private readonly first = Promise.withResolvers<void>();
  private readonly warnedNames = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private isGathering = false;
  private isStopped = false;
  private problem = "";
  /** As of the last report; undefined before the first one. */
  state: ClusterState | undefined;
  replication: ReplicationState = { confirming: 0, standbys: [] };

  constructor(options: NodeReporterOptions) {
    this.options = options;
    const workerData: ReportThreadSettings = { database: options.database };
    this.worker = new Worker(THREAD, { name: "reports", workerData });
    this.worker.on("message", (message: FromReportThread) => this.receive(message));
    const end = (error: Error): void => {
      this.first.reject(error);
      if (this.isStopped) return;
      this.isStopped = true;
      options.onFatal(new Error(`reports to the cluster have ended: ${error.message}`, { cause: error }));
    };
    this.first.promise.catch(() => undefined); // `start` rejects, if it was called
    this.worker.once("error", end);
    this.exited = new Promise((resolve) => {
      this.worker.once("exit", (code) => {
        end(new Error(`their thread exited with code ${code}`));
        resolve();
      });
    });
  }

  /** Resolves after the first report. Throws DatabaseUnusableError. */
  async start(): Promise<void> {
    void this.report();
    await this.first.promise;
    this.timer = setInterval(() => void this.report(), REPORT_EVERY_MS);
  }

  /** Reports at once. */
  async report(): Promise<void> {
    if (this.isGathering || this.isStopped) return;
    this.isGathering = true;
    const { name, address, details, linked, view } = this.options;
    const isLeader = view().role === "leader";
    const found = isLeader ? await linked.read() : [];
    this.isGathering = false;
    if (this.isStopped) return;
    const { role, term, seq } = view();
    const own: NodeReport = {
      name,
      role,
      address,
      term,
      seq,
      details: { ...details, replication: this.replication },
    };
    const others = found.map((node) => ({
      ...node,
      term,
      details: { ...node.details, reportedBy: name },
    }));
    this.post({ kind: "reports", reports: { own, others } });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    this.post({ kind: "close" });
    await this.exited;
  }

  private receive(message: FromReportThread): void {
    const { warn, onState } = this.options;
    if (message.kind === "failed") {
      this.first.reject(unusable(message.problem));
      if (!this.isStopped && message.problem !== this.problem)
        warn(`cluster: could not report this node: ${message.problem}`);
      this.problem = message.problem;
      return;
    }
    const { state, standbys, taken } = message;
    this.problem = "";
    this.state = state;
    const confirming = standbys.filter(({ sync }) => sync === "sync" || sync === "quorum").length;
    this.replication = { confirming, standbys };
    for (const name of taken) this.warnOfName(name);
    this.first.resolve();
    if (!this.isStopped) onState(state);
  }

  private warnOfName(name: string): void {
    if (this.warnedNames.has(name)) return;
    this.warnedNames.add(name);
    this.options.warn(`cluster: two processes report as ${name}: give each its own CANDOR_NODE`);
  }

  private post(message: ToReportThread): void {
    this.worker.postMessage(message);
  }
}

function unusable(problem: string): DatabaseUnusableError {
  const error = new DatabaseUnusableError("");
  error.message = problem;
  return error;
}
