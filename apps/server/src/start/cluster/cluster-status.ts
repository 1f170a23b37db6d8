import type { DatabaseProcess } from "./database/open-databases.ts";

/** A process of the cluster as programs see it. */
export type ClusterProcess =
  | { readonly role: "proxy"; readonly name: string; readonly pid: number; readonly url: string }
  | { readonly role: "gateway"; readonly name: string; readonly pid: number; readonly url: string }
  | { readonly role: "core"; readonly name: string; readonly pid: number; readonly leader: boolean }
  | {
      readonly role: "projector" | "custody" | "signer" | "chain";
      readonly name: string;
      readonly pid: number;
    }
  | ({ readonly role: "database" } & DatabaseProcess);

/** What `npm run cluster -- --json` prints, as one line. */
export interface ClusterStatus {
  /** Whether all that was asked for runs, one core leads, and the gateways answer. */
  readonly ready: boolean;
  /** Address for clients: the proxy's, otherwise the first gateway's. */
  readonly url: string;
  readonly processes: readonly ClusterProcess[];
  /** What keeps the cluster from being ready; empty if it is. */
  readonly missing: readonly string[];
}
