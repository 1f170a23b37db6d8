import type { CoreStatus } from "../edge/gateway/core-status.ts";
import type { Replication } from "../engine/home/replication.ts";
import type { RelayedRequests } from "../engine/relay/relayed-requests.ts";
import type { DatabaseSettings } from "../kit/journal-database/database-settings.ts";
import type { LinkedNodes } from "./core/linked-nodes.ts";
import type { LinkServer } from "./link/link-server.ts";

/** The term in which this process leads an exchange in a database. */
export interface LeadingTerm {
  readonly term: number;
  readonly database: DatabaseSettings;
  readonly replication: Replication;
  /** Of the database: changes whenever operators accept that it was restored. */
  readonly incarnation: string;
  /** What is known of the time before. */
  readonly earlier: RelayedRequests;
  /** The link that has refused gateways so far; undefined if none was opened. */
  readonly link: LinkServer | undefined;
  /** Another process may lead by now: this one has not seen for a while that its term is the newest. */
  readonly isDoubtful: () => boolean;
  readonly status: () => CoreStatus;
  /** Frees METRICS_PORT, where the health of the time before was served. */
  readonly endStatus: () => Promise<void>;
  /** Processes that this one reports for. */
  readonly linked: LinkedNodes;
}
