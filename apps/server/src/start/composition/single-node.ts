import type { Logger } from "pino";
import type { CoreStatus } from "../../edge/gateway/core-status.ts";
import type { Replication } from "../../engine/home/replication.ts";
import { ClusterTable } from "../../kit/journal-database/cluster-table.ts";
import type { DatabaseSettings } from "../../kit/journal-database/database-settings.ts";
import { LinkedNodes } from "../core/linked-nodes.ts";
import { NodeReporter } from "../core/node-reporter.ts";
import { VERSION } from "../version.ts";

export interface SingleNodeOptions {
  readonly database: DatabaseSettings;
  readonly name: string;
  /** Where gateways connect; "" if nowhere. */
  readonly address: string;
  readonly log: Logger;
  readonly onFatal: (error: Error) => void;
}

/** A server without cores whose journals are in a database. It reports like a core, so that a core next to it stands by. */
export class SingleNode {
  readonly linked = new LinkedNodes();
  private readonly options: SingleNodeOptions;
  private readonly reporter: NodeReporter;
  private leading: Replication | undefined;
  private seqOf = (): number => 0;

  constructor(options: SingleNodeOptions) {
    const { database, name, address, log, onFatal } = options;
    this.options = options;
    this.reporter = new NodeReporter({
      database,
      name,
      address,
      details: { process: "all", version: VERSION },
      view: () => ({
        role: this.leading === undefined ? "starting" : "leader",
        term: this.leading?.leadership.term ?? 0,
        seq: this.seqOf(),
      }),
      linked: this.linked,
      // Its writers notice another leader themselves.
      onState: () => undefined,
      warn: (message) => log.warn(message),
      onFatal,
    });
  }

  get status(): CoreStatus {
    return {
      role: "leader",
      node: this.options.name,
      term: this.leading?.leadership.term ?? 0,
      leader: this.options.name,
      durableSeq: this.seqOf(),
      lag: 0,
      replication: this.reporter.replication,
      writing: this.leading?.state,
    };
  }

  /** Creates the tables in an empty database, and reports before it leads: cores may be watching already. */
  async announce(): Promise<void> {
    const table = new ClusterTable(this.options.database);
    try {
      await table.create();
    } finally {
      await table.close();
    }
    await this.reporter.start();
  }

  lead(replication: Replication): void {
    this.leading = replication;
    void this.reporter.report();
  }

  /** @param durableSeq returns the last command */
  follow(durableSeq: () => number): void {
    this.seqOf = durableSeq;
  }

  async close(): Promise<void> {
    await this.reporter.stop();
  }
}
