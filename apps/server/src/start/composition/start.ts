import type { Logger } from "pino";
import type { Environment } from "../../config/environment.ts";
import type { CoreStatus } from "../../edge/gateway/core-status.ts";
import type { Replication } from "../../engine/home/replication.ts";
import type { RelayedRequests } from "../../engine/relay/relayed-requests.ts";
import type { RetainedBatches } from "../../engine/relay/retained-batches.ts";
import type { FollowingEngine, SharedEngine } from "../../engine/runtime/worker-engine.ts";
import type { Closers } from "../../kit/closers.ts";
import type { DatabaseReader } from "../../kit/journal-database/database-reader.ts";
import type { ChosenSources } from "../../market/prices/choose-sources.ts";
import type { ExchangeClock } from "../../market/prices/clock.ts";
import type { Alarms } from "../../operators/alarms/alarms.ts";
import type { MailHealth } from "../../operators/alarms/mail-health.ts";
import type { ProjectorPort } from "../../records/projections/projector-port.ts";
import type { ReadModelDatabase } from "../../records/projections/read-model-database.ts";
import type { LinkedNodes } from "../core/linked-nodes.ts";
import type { LinkServer } from "../link/link-server.ts";
import type { StartedMarketData } from "./started-market-data.ts";

/** Market data that a standby follows already. */
export interface PreparedMarketData {
  /** Sees what the projector has written; undefined before the tables were found. */
  readonly projector: ProjectorPort | undefined;
  /**
   * Hands over what is ready and belongs to this engine; otherwise undefined.
   * @param closers get what must be stopped
   */
  take(
    exchange: { readonly engine: SharedEngine; readonly projector: ProjectorPort },
    closers: Pick<Closers, "add">,
  ): Promise<StartedMarketData | undefined>;
}

/** What a standby has ready when it begins to lead. */
export interface Prepared {
  readonly replication: Replication;
  /** At the last frame of the home, whose journals nobody holds. */
  readonly following: FollowingEngine;
  /** The newest batches up to that frame. */
  readonly retained: RetainedBatches;
  /** What is known of the time before. */
  readonly earlier: RelayedRequests;
  /** Not connected before the term: a connection of that time could be one to an earlier primary. */
  readonly reader: DatabaseReader;
  /** Refuses gateways so far. */
  readonly link: LinkServer;
  readonly linked: LinkedNodes;
  readonly status: () => CoreStatus;
  /** Ends the health of the time before it serves, and frees METRICS_PORT. */
  readonly endStatus: () => Promise<void>;
  /** The read models, which another process writes. */
  readonly database: ReadModelDatabase;
  readonly thread: URL;
  /** Memory of the clock. */
  readonly time: SharedArrayBuffer;
  readonly clock: ExchangeClock;
  /** Undefined if there was no exchange yet. */
  readonly chosen: ChosenSources | undefined;
  readonly marketData: PreparedMarketData | undefined;
}

/** Shared by all startup stages. */
export interface Start {
  readonly environment: Environment;
  readonly log: Logger;
  /** Current problems of the exchange; every part may raise and clear alarms. */
  readonly alarms: Alarms;
  /** Counts undelivered messages to people. */
  readonly mail: MailHealth;
  /** Collects what was started, in order. */
  readonly closers: Closers;
  /** Called when the server cannot continue; the process must exit. */
  readonly onFatal: (error: Error) => void;
  /** Set if this process was a standby. */
  readonly prepared?: Prepared | undefined;
}
