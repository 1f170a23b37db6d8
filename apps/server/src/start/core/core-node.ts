import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { CoreSettings } from "../../config/core-settings.ts";
import { placeText } from "../../config/link/link-settings.ts";
import type { CoreStatus } from "../../edge/gateway/core-status.ts";
import { PreparedWriters, Replication } from "../../engine/home/replication.ts";
import { type Heartbeat, startHeartbeat } from "../../kit/heartbeat/start-heartbeat.ts";
import { type ClusterState, ClusterTable } from "../../kit/journal-database/cluster-table.ts";
import { FencedError } from "../../kit/journal-database/database-errors.ts";
import { assertHomeFitsDatabase } from "../../kit/journal-database/home-fit.ts";
import { lead, OvertakenError } from "../../kit/journal-database/lead.ts";
import { VERSION } from "../version.ts";
import { LeaderWatch } from "./leader-watch.ts";
import type { LinkedNodes } from "./linked-nodes.ts";
import { NodeReporter } from "./node-reporter.ts";
import type { Standby } from "./standby.ts";
import { assertUniqueName } from "./unique-name.ts";

/** Pause before another look at who leads. */
const LOOK_AGAIN_MS = 50;
const US_PER_MS = 1_000;
/** A planned switch that no standby has made within this time is given up. */
const SWITCH_WITHIN_MS = 5_000;

export interface CoreNodeOptions {
  /** CANDOR_HOME */
  readonly home: string;
  readonly settings: CoreSettings;
  readonly log: Logger;
  /** Processes that it reports for while it leads. */
  readonly linked: LinkedNodes;
  /** Makes a standby, which must be complete when this resolves. */
  readonly standBy: (status: () => CoreStatus) => Promise<Standby>;
  /** Called when this node leads: opens everything. */
  readonly open: (leading: LeadingCore) => Promise<void>;
  /** Called for each leader that this node follows; `undefined` while there is none. */
  readonly onLeader: (address: string | undefined) => void;
  /** Called once when this process must exit. */
  readonly onFatal: (error: Error) => void;
}

/** A node that has begun to lead. Nothing else writes to the database any more. */
export interface LeadingCore {
  readonly standby: Standby;
  readonly replication: Replication;
  readonly status: () => CoreStatus;
}

/**
 * One of the cores of a cluster: stands by until nobody leads, then leads until it is fenced. The database decides who
 * leads; beats and reports only say when to try.
 */
export class CoreNode {
  private readonly options: CoreNodeOptions;
  private readonly table: ClusterTable;
  private readonly heartbeat: Heartbeat;
  private readonly reporter: NodeReporter;
  private standby: Standby | undefined;
  private replication: Replication | undefined;
  /** Ready before the term is known. */
  private writers: PreparedWriters | undefined;
  private watch: LeaderWatch | undefined;
  private followedTerm = -1;
  private isSwitching = false;
  private isClosed = false;

  /** Resolves once it stands by or leads. */
  static async start(options: CoreNodeOptions): Promise<CoreNode> {
    const { settings, log, onFatal } = options;
    const table = new ClusterTable(settings.database);
    const heartbeat = await startHeartbeat({
      identity: settings.identity,
      place: settings.heartbeat,
      warn: (message) => log.warn(message),
      onFatal,
    });
    const node = new CoreNode(options, table, heartbeat);
    try {
      await assertHomeFitsDatabase(options.home, settings.database);
      await table.create();
      await assertUniqueName(settings, await table.nodes());
      await node.begin();
      return node;
    } catch (error) {
      await node.close();
      throw error;
    }
  }

  private constructor(options: CoreNodeOptions, table: ClusterTable, heartbeat: Heartbeat) {
    const { settings, log } = options;
    this.options = options;
    this.table = table;
    this.heartbeat = heartbeat;
    this.reporter = new NodeReporter({
      database: settings.database,
      name: settings.name,
      address: placeText(settings.link),
      details: { process: "core", version: VERSION, heartbeat: placeText(heartbeat.place) },
      view: () => this.view,
      linked: options.linked,
      onState: (state) => this.consider(state),
      warn: (message) => log.warn(message),
      onFatal: options.onFatal,
    });
  }

  get view() {
    const { replication } = this;
    return {
      role: replication === undefined ? ("standby" as const) : ("leader" as const),
      term: replication?.leadership.term ?? Math.max(0, this.followedTerm),
      seq: this.standby?.following.engine.durableSeq ?? 0,
    };
  }

  /** For health and metrics. */
  get status(): CoreStatus {
    const { role, term, seq } = this.view;
    const { state, replication } = this.reporter;
    return {
      role,
      node: this.options.settings.name,
      term,
      leader: role === "leader" ? this.options.settings.name : (state?.leader ?? ""),
      durableSeq: seq,
      lag: role === "leader" ? 0 : Math.max(0, (state?.leaderSeq ?? 0) - seq),
      replication,
      writing: this.replication?.state,
    };
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.watch?.stop();
    this.heartbeat.lead(0);
    await this.reporter.stop();
    if (this.replication === undefined) await this.standby?.close();
    await this.writers?.drop();
    await this.heartbeat.close();
    await this.table.close();
  }

  /**
   * Lets a standby take over before this leader ends, so that clients wait for a switch and not for its closing. This
   * process is fenced meanwhile: `onFatal` receives that. Resolves if it does not lead, or if no standby takes over.
   */
  async letAnotherLead(): Promise<void> {
    const { log } = this.options;
    if (this.replication === undefined || this.isClosed) return;
    if (this.heartbeat.standbys === 0) return log.info("core: no standby follows, so nobody takes over");
    log.warn("core: planned switch, because this process was asked to stop");
    this.isSwitching = true;
    this.heartbeat.lead(0);
    // It serves until then.
    await sleep(SWITCH_WITHIN_MS);
    log.error("core: no standby has taken over");
  }

  /** Its report comes first: others must know where its beats are before it leads. */
  private async begin(): Promise<void> {
    await this.reporter.start();
    const { database, name } = this.options.settings;
    this.writers = new PreparedWriters({ database, name });
    this.standby = await this.options.standBy(() => this.status);
    this.writers.connect();
    const { seq } = this.view;
    this.options.log.info({ seq }, "core: standing by");
    const state = await this.table.state();
    if (state.term === 0) await this.tryToLead(state.term, "first start");
    // The process that led under this name has ended: this is another one.
    else if (state.leader === name) await this.tryToLead(state.term, `${name} was started again`);
    else this.consider(state);
  }

  /** Follows a new leader, and notices as the leader that another one has taken over. */
  private consider(state: ClusterState): void {
    if (this.isClosed || this.standby === undefined) return;
    if (this.replication === undefined) return this.follow(state);
    const { term } = this.replication.leadership;
    if (state.term !== term)
      this.options.onFatal(
        new FencedError(`${state.leader} has led since term ${state.term}, this was ${term}`),
      );
    else if (state.switchRequestedBy !== undefined && !this.isSwitching)
      this.handOver(term, state.switchRequestedBy);
  }

  /**
   * Says in its beats that it does not lead, so a standby takes over at once. This node works on until it is fenced:
   * everything that it has acknowledged by then is in the database, and gateways ask the next leader about the rest.
   */
  private handOver(term: number, requestedBy: string): void {
    const { log } = this.options;
    this.isSwitching = true;
    log.warn(`core: planned switch, asked for by ${requestedBy}`);
    this.heartbeat.lead(0);
    setTimeout(() => {
      if (this.isClosed) return;
      log.error("core: no standby has taken over, so this node continues to lead");
      this.heartbeat.lead(term);
    }, SWITCH_WITHIN_MS).unref();
  }

  private follow({ term, leader, leaderAddress }: ClusterState): void {
    if (term <= this.followedTerm || term === 0 || leader === this.options.settings.name) return;
    const { settings, log } = this.options;
    this.followedTerm = term;
    this.watch?.stop();
    log.info({ term, leader }, "core: following");
    this.options.onLeader(leaderAddress);
    this.watch = new LeaderWatch({
      table: this.table,
      identity: settings.identity,
      leader,
      term,
      onLost: (why) => {
        this.tryToLead(term, why).catch((error: unknown) =>
          this.options.onFatal(error instanceof Error ? error : new Error(String(error))),
        );
      },
      warn: (message) => log.warn(message),
    });
  }

  /** Leads unless another node was faster; then follows that. */
  private async tryToLead(afterTerm: number, reason: string): Promise<void> {
    const { settings, log, home, onFatal } = this.options;
    const { name, database } = settings;
    const standby = this.standby as Standby;
    const startedMs = performance.now();
    log.warn({ afterTerm }, `core: taking over: ${reason}`);
    let leadership: Replication["leadership"];
    try {
      const address = placeText(settings.link);
      const { switchRequestedBy: by } = await this.table.state();
      const cause = by === undefined ? reason : `planned switch, asked for by ${by}`;
      const warn = (message: string): void => log.warn(message);
      leadership = await lead(database, { name, address, reason: cause, afterTerm, warn });
    } catch (error) {
      if (!(error instanceof OvertakenError)) throw error;
      log.info(`core: ${error.message}`);
      await sleep(LOOK_AGAIN_MS);
      return this.consider(await this.table.state());
    }
    this.heartbeat.lead(leadership.term);
    const ledMs = performance.now();
    await standby.complete();
    const completeMs = performance.now();
    const cpu = process.cpuUsage();
    const say = (what: string) => log.warn(`journal's database: ${what}`);
    const replication = Replication.begin(
      { home, database, name, onLost: onFatal, onState: say, onRefused: say },
      leadership,
      this.writers,
    );
    this.writers = undefined;
    this.replication = replication;
    void this.reporter.report();
    await this.options.open({ standby, replication, status: () => this.status });
    const readyMs = performance.now();
    const { user, system } = process.cpuUsage(cpu);
    const ms = (from: number, to: number): number => Math.round(to - from);
    log.info(
      {
        term: leadership.term,
        seq: standby.following.engine.durableSeq,
        termMs: ms(startedMs, ledMs),
        copyMs: ms(ledMs, completeMs),
        openMs: ms(completeMs, readyMs),
        // Of all threads, while it opened.
        cpuMs: Math.round((user + system) / US_PER_MS),
        totalMs: ms(startedMs, readyMs),
      },
      "core: leading",
    );
  }
}
