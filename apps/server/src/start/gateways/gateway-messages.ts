import type { MessagePort } from "node:worker_threads";
import type { FrameReference } from "@candor/journal/frame-finder";
import type { MetricObject } from "prom-client";
import type { ApiSettings } from "../../config/api-settings.ts";
import type { AskedCaller } from "../../edge/follower/caller-cache.ts";
import type { AskReadModels } from "../../edge/follower/remote-read-models.ts";
import type { SocketPushes, SocketQuestions } from "../../edge/follower/socket-methods.ts";
import type { PrivatePlace } from "../../edge/forwarding/forwarded-headers.ts";
import type { FollowerPorts, GatewayOptions } from "../../edge/gateway/dependencies.ts";
import type { AskLeases } from "../../kit/limits/leased-limits.ts";
import type { LimitMemory } from "../../kit/limits/shared-limits.ts";
import type { PublicTrade } from "../../market/market-data/wire-trade.ts";
import type { IdentityChange } from "../../people/identity/identity-change.ts";
import type { LeveragesThen } from "../../records/projections/queries/leverages.ts";

/** What all gateway threads of a server have in common. */
export interface SharedGatewaySettings {
  readonly place: PrivatePlace;
  readonly host: string;
  readonly mode: GatewayOptions["mode"];
  readonly version: string;
  /** The API for Binance clients. */
  readonly api: ApiSettings;
  readonly createdAtMs: number;
  /** Directory of the exchange's journal. */
  readonly journalDirectory: string;
  readonly sharedNetworks: readonly string[];
  /** Connections that one thread may have open. */
  readonly maxConnections: number;
  /** Connections that one address may have open, in all threads. */
  readonly maxConnectionsOfAddress: number;
  readonly addresses: SharedArrayBuffer;
  readonly limits: LimitMemory;
  readonly progress: SharedArrayBuffer;
  readonly time: SharedArrayBuffer;
}

/** Startup settings of a gateway thread. */
export interface GatewaySettings extends SharedGatewaySettings {
  /** Link to the engine. */
  readonly engine: MessagePort;
  /** Link to the main thread: MainMethods at the other end, GatewayMethods at this one. */
  readonly main: MessagePort;
}

/** What gateway threads ask the main thread for. */
export interface MainMethods extends SocketQuestions {
  /** Answered at once, so that it is older than every change announced after it. */
  readonly caller: (token: string) => AskedCaller;
  /** Returns the leverages once the tables have reached `seq`. */
  readonly leverages: (seq: number) => Promise<LeveragesThen>;
  /** Returns a market's newest trades, oldest first, once the tables have reached `seq`. */
  readonly recentTrades: (marketId: number, seq: number) => Promise<readonly PublicTrade[]>;
  readonly klines: FollowerPorts["klines"]["query"];
  readonly readModel: AskReadModels;
}

/** What gateway processes ask for in addition, because they share neither memory nor files with the server. */
export interface LinkedMainMethods extends MainMethods {
  /** Returns the journal's frame of a command. */
  readonly frame: (seq: number) => Promise<FrameReference | undefined>;
  readonly leases: AskLeases;
}

/** What the main thread asks every gateway for. */
interface SharedGatewayMethods extends SocketPushes {
  readonly forget: (change: IdentityChange) => void;
  readonly shutGate: (userId: number) => Promise<void>;
  readonly openGate: (userId: number) => void;
}

/** What it asks gateway processes for. */
export interface LinkedGatewayMethods extends SharedGatewayMethods {
  /** How far the read models are. */
  readonly progress: (reachedSeq: number, isOverloaded: boolean) => void;
}

/** What it asks gateway threads for. */
export interface GatewayMethods extends SharedGatewayMethods {
  readonly metrics: () => Promise<MetricObject[]>;
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
