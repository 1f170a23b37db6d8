import type {
  ClusterState,
  ClusterTable,
  DatabaseStandby,
} from "../../kit/journal-database/cluster-table.ts";

/** How often a core reports. */
const REPORT_EVERY_MS = 1_000;

/** What a core is at the moment. */
interface CoreView {
  readonly role: "leader" | "standby";
  /** The term that it leads in, or follows. */
  readonly term: number;
  /** Its last command. */
  readonly seq: number;
}

export interface CoreReportOptions {
  readonly table: ClusterTable;
  readonly name: string;
  /** Where gateways connect. */
  readonly address: string;
  /** Where other cores receive its beats. */
  readonly heartbeat: string;
  readonly view: () => CoreView;
  /** Called with each answer. */
  readonly onState: (state: ClusterState) => void;
  readonly warn: (error: unknown, message: string) => void;
}

/** What is known of the database's own replication. */
export interface ReplicationState {
  /** Standbys that the primary waits for. */
  readonly confirming: number;
  readonly standbys: readonly DatabaseStandby[];
}

/** Reports what this core is, so that others and operators know, and learns who leads. */
export class CoreReport {
  private readonly options: CoreReportOptions;
  private timer: NodeJS.Timeout | undefined;
  private reporting: Promise<void> | undefined;
  private isStopped = false;
  /** As of the last report; undefined before the first one. */
  state: ClusterState | undefined;
  replication: ReplicationState = { confirming: 0, standbys: [] };

  constructor(options: CoreReportOptions) {
    this.options = options;
  }

  /** Resolves after the first report. */
  async start(): Promise<void> {
    await this.report();
    this.timer = setInterval(() => void this.reportIfIdle(), REPORT_EVERY_MS);
  }

  /** Reports at once. */
  async report(): Promise<void> {
    const { table, name, address, heartbeat, view, onState } = this.options;
    const { role, term, seq } = view();
    const details = { heartbeat, replication: this.replication };
    this.state = await table.report({ name, role, address, term, seq, details });
    const standbys = await table.databaseStandbys();
    const confirming = standbys.filter(({ sync }) => sync === "sync" || sync === "quorum").length;
    this.replication = { confirming, standbys };
    if (!this.isStopped) onState(this.state);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.reporting;
  }

  /** A database that does not answer delays reports; they never queue up. */
  private async reportIfIdle(): Promise<void> {
    if (this.reporting !== undefined || this.isStopped) return;
    this.reporting = this.report().catch((error: unknown) =>
      this.options.warn(error, "cluster: could not report this node"),
    );
    await this.reporting;
    this.reporting = undefined;
  }
}
