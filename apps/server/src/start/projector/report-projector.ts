import type { Logger } from "pino";
import { ClusterTable } from "../../kit/journal-database/cluster-table.ts";
import type { DatabaseSettings } from "../../kit/journal-database/database-settings.ts";
import { VERSION } from "../version.ts";
import type { ProjectorStatus } from "./projector-metrics.ts";

const REPORT_EVERY_MS = 1_000;

export interface ProjectorReportOptions {
  readonly database: DatabaseSettings;
  readonly name: string;
  readonly log: Logger;
  readonly status: () => ProjectorStatus;
}

/** A projector's reports to the cluster. A failed one is a warning: nothing depends on them. */
export class ProjectorReport {
  private readonly options: ProjectorReportOptions;
  private readonly table: ClusterTable;
  private readonly timer: NodeJS.Timeout;
  private reporting: Promise<void> | undefined;
  private isClosed = false;
  private problem = "";
  private followedTerm = 0;

  constructor(options: ProjectorReportOptions) {
    this.options = options;
    this.table = new ClusterTable(options.database);
    this.timer = setInterval(() => this.reportIfIdle(), REPORT_EVERY_MS);
    this.reportIfIdle();
  }

  /** The leader's term, as of the last report. */
  get term(): number {
    return this.followedTerm;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.isClosed = true;
    await this.table.close();
  }

  private reportIfIdle(): void {
    this.reporting ??= this.report()
      .then(
        (problem) => this.warn(problem),
        (error: unknown) => this.warn(error instanceof Error ? error.message : String(error)),
      )
      .finally(() => {
        this.reporting = undefined;
      });
  }

  /** @returns a problem, "" for none */
  private async report(): Promise<string> {
    const { name, status } = this.options;
    const { status: state, reachedSeq, lag } = status();
    const { term } = await this.table.state();
    this.followedTerm = term;
    const isReported = await this.table.reportFollower(
      {
        name,
        role: "projector",
        address: "",
        term,
        seq: state === "projecting" ? reachedSeq : undefined,
        details: { version: VERSION, state, lag },
      },
      process.pid,
    );
    return isReported ? "" : `another process reports as ${name}: give each its own CANDOR_NODE`;
  }

  private warn(problem: string): void {
    if (this.isClosed) return;
    if (problem !== "" && problem !== this.problem)
      this.options.log.warn(`cluster: could not report this projector: ${problem}`);
    this.problem = problem;
  }
}
