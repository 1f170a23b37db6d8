import { readPlace } from "../../config/link/link-settings.ts";
import { HeartbeatWatch, type LeaderLoss } from "../../kit/heartbeat/heartbeat-watch.ts";
import type { ClusterTable } from "../../kit/journal-database/cluster-table.ts";
import type { LinkIdentity } from "../../kit/link/link-identity.ts";

/** A leader that has reported within this time is alive, even if its beats do not arrive. */
const ALIVE_MS = 2_500;
/** How often to look for a leader whose heartbeat is not known yet. */
const LOOK_EVERY_MS = 500;

export interface LeaderWatchOptions {
  readonly table: ClusterTable;
  readonly identity: LinkIdentity;
  readonly leader: string;
  readonly term: number;
  /** Called once when the leader is gone or frozen. */
  readonly onLost: (why: string) => void;
  readonly warn: (message: string) => void;
}

/** Watches one term's leader by its beats, and by its reports when these do not arrive. */
export class LeaderWatch {
  private readonly options: LeaderWatchOptions;
  private readonly stopping = new AbortController();
  private heartbeat: HeartbeatWatch | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: LeaderWatchOptions) {
    this.options = options;
    void this.find();
  }

  stop(): void {
    this.stopping.abort();
    clearTimeout(this.timer);
    this.heartbeat?.stop();
  }

  private get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Learns from its report where the leader sends its beats. */
  private async find(): Promise<void> {
    const { identity, term, leader, warn } = this.options;
    const place = await this.placeOfHeartbeat().catch((error: unknown) => {
      warn(`cluster: could not read the nodes: ${String(error)}`);
      return undefined;
    });
    if (this.isStopped) return;
    if (place === undefined) {
      // A server that is no core has no beats, only reports.
      if ((await this.reportAgeMs().catch(() => 0)) > ALIVE_MS) return this.lose(`${leader} does not report`);
      this.timer = setTimeout(() => void this.find(), LOOK_EVERY_MS);
      return;
    }
    const onLoss = (loss: LeaderLoss, why: string): void => void this.judge(loss, why);
    this.heartbeat = new HeartbeatWatch({ identity, address: place, term, onLoss });
  }

  private async placeOfHeartbeat() {
    // A core reports before it leads, so this place is never that of an earlier process.
    const place = (await this.leaderNode())?.details.heartbeat;
    return typeof place === "string" ? readPlace({ heartbeat: place }, "heartbeat") : undefined;
  }

  private async leaderNode() {
    const nodes = await this.options.table.nodes();
    return nodes.find(({ name }) => name === this.options.leader);
  }

  private async reportAgeMs(): Promise<number> {
    return (await this.leaderNode())?.ageMs ?? Number.POSITIVE_INFINITY;
  }

  /** Beats may be lost by the network between two cores alone. A leader that the database still hears is not evicted. */
  private async judge(loss: LeaderLoss, why: string): Promise<void> {
    const { leader, warn } = this.options;
    if (this.isStopped) return;
    if (loss !== "silent")
      return this.lose(`${leader} is ${loss === "gone" ? "gone" : "not leading"}: ${why}`);
    const ageMs = await this.reportAgeMs().catch((error: unknown) => {
      warn(`cluster: could not read the nodes: ${String(error)}`);
      return 0;
    });
    if (ageMs > ALIVE_MS) this.lose(`${leader} is silent: ${why}`);
    else if (!this.isStopped) warn(`cluster: beats of ${leader} do not arrive, but it still reports: ${why}`);
  }

  private lose(why: string): void {
    if (this.isStopped) return;
    this.stop();
    this.options.onLost(why);
  }
}
