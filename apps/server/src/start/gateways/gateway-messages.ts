import type { PrivatePlace } from "../../edge/forwarding/forwarded-headers.ts";

/** Startup settings of a gateway thread. */
export interface GatewaySettings {
  readonly place: PrivatePlace;
  readonly host: string;
  /** Connections that this thread may have open, in total and by address. */
  readonly maxConnections: number;
  readonly maxConnectionsOfAddress: number;
}

export type ToGateway =
  /** Listen on a port that the other gateway threads share. */
  | { readonly kind: "listen"; readonly port: number }
  /** Answer what is in progress, then end the thread. */
  | { readonly kind: "close" };

export type FromGateway =
  | { readonly kind: "ready" }
  | { readonly kind: "listening"; readonly port: number }
  | { readonly kind: "cannot-listen"; readonly error: Error }
  | {
      readonly kind: "log";
      readonly level: "warn" | "error";
      readonly details: object;
      readonly message: string;
    };
