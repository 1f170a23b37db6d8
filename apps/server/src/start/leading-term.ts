import type { CoreStatus } from "../edge/gateway/core-status.ts";
import type { RelayedRequests } from "../engine/relay/relayed-requests.ts";
import type { LinkServer } from "./link/link-server.ts";

/** The term in which this process leads an exchange in a database. */
export interface LeadingTerm {
  readonly term: number;
  /** Of the database: changes whenever operators accept that it was restored. */
  readonly incarnation: string;
  /** What is known of the time before. */
  readonly earlier: RelayedRequests;
  /** The link that has refused gateways so far; undefined if none was opened. */
  readonly link: LinkServer | undefined;
  /** Undefined for a server that is no core. */
  readonly status: (() => CoreStatus) | undefined;
}
