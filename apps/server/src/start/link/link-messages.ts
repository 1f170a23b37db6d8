import type { MessagePort } from "node:worker_threads";
import type { ApiSettings } from "../../config/api-settings.ts";
import type { ForwardingTerms } from "../../edge/forwarding/forwarded-headers.ts";
import type { GatewayOptions } from "../../edge/gateway/dependencies.ts";
import type { KnownPlace } from "../../engine/relay/engine-relay.ts";
import type { RelayedOutcome, RelayedRequests } from "../../engine/relay/relayed-requests.ts";
import type { LinkAddress, LinkIdentity } from "../../kit/link/link-identity.ts";

/** Protocols on a core's link, as TLS's ALPN names them. A new version gets a new name. */
export const PROTOCOL = {
  /** Messages of one gateway; see CHANNEL. */
  messages: "candor-link/1",
  /** One forwarded HTTP connection, to the main thread's own listener. */
  forwarding: "candor-forward/1",
  /** The term in which the core leads, as a beat: once it leads, and at once to a new connection. */
  leadership: "candor-leadership/1",
} as const;

/** Channels of a gateway's connection. */
export const CHANNEL = {
  /** Greeting and pulse. */
  control: 0,
  /** RelayedRequest and RelayedResult. */
  engine: 1,
  /** A ThreadPeer: MainMethods at the core, LinkedGatewayMethods at the gateway. */
  main: 2,
} as const;

/**
 * How long a gateway may use its copies of sessions after its last pulse was sent. A core acknowledges no change before
 * every gateway has forgotten what changed, or its lease is over.
 */
export const LEASE_MS = 4_000;
/** For clocks of different speed. */
export const LEASE_MARGIN_MS = 200;
/** How often a gateway sends a pulse. */
export const PULSE_EVERY_MS = 500;
/** Without a message of the other side for this long, a connection is dead. */
export const SILENCE_MS = 3_000;
/** How long a gateway holds calls without a link. */
export const HOLD_MS = 10_000;

/** Largest message that a core accepts, and a gateway: a batch, or an answer of the read models. */
export const MAX_TO_CORE_BYTES = 16 * 1024 * 1024;
export const MAX_TO_GATEWAY_BYTES = 256 * 1024 * 1024;

/** The exchange's time at a core. */
export interface TimeSample {
  readonly nowMs: number;
  readonly exchangeMs: number;
  readonly isHeld: boolean;
  readonly deviationMs: number;
}

/** What a gateway says first: who it is, and where it continues. Its id is random, new with each start. */
export interface Hello extends KnownPlace {
  readonly kind: "hello";
  readonly node: string;
  readonly version: string;
  readonly secret: string | undefined;
  /** The highest term that it has seen. */
  readonly term: number;
}

/** What a gateway needs to know of an exchange. */
export interface LinkedExchange extends Pick<ForwardingTerms, "secret"> {
  readonly mode: GatewayOptions["mode"];
  readonly version: string;
  readonly createdAtMs: number;
  readonly sharedNetworks: readonly string[];
  /** The API for Binance clients; older cores do not send it. */
  readonly api?: ApiSettings;
}

/** The core leads, and the gateway may send requests. */
export interface Welcome {
  readonly kind: "welcome";
  readonly term: number;
  /** Name of the core. */
  readonly node: string;
  /** Batches up to here follow first, after `afterSeq`; later ones as they become durable. */
  readonly lastSeq: number;
  /** Outcomes of the unanswered requests. Absent if the events since `afterSeq` are not retained: begin again from views. */
  readonly outcomes?: readonly RelayedOutcome[];
  readonly exchange: LinkedExchange;
  readonly time: TimeSample;
}

/** The core does not accept the gateway. */
interface Refusal {
  readonly kind: "refusal";
  readonly why: string;
  /** `host:port` of the leader's link, if this core does not lead and knows it. */
  readonly leader?: string;
}

export interface Pulse {
  readonly kind: "pulse";
  readonly id: number;
  /** The last request whose result has arrived. */
  readonly received: number;
  /** Its last command. */
  readonly seq: number;
}

/** Answers a pulse. Sent after everything that the core had sent before, so what it announced has been forgotten. */
export interface Echo {
  readonly kind: "echo";
  readonly id: number;
  readonly term: number;
  readonly lastSeq: number;
  readonly time: TimeSample;
}

export type ToGateway = Welcome | Refusal | Echo;

/** Startup settings of a core's link thread. */
export interface LinkThreadSettings {
  readonly listen: LinkAddress;
  readonly identity: LinkIdentity;
  readonly node: string;
  readonly secret: string | undefined;
  /** The exchange's time. */
  readonly time: SharedArrayBuffer;
  /** To the main thread: LinkMainMethods there, LinkMethods here. */
  readonly main: MessagePort;
}

/** What a link needs once its core leads. */
export interface Leading {
  readonly term: number;
  readonly exchange: LinkedExchange;
  /** The main thread's own listener. */
  readonly socketPath: string;
  /** Link to the engine. */
  readonly engine: MessagePort;
}

type Methods = Readonly<Record<string, (...parameters: never[]) => unknown>>;

/** What a link thread asks the main thread for. */
export interface LinkMainMethods extends Methods {
  /** See RelayedRequests: what is known of the time before this core led. */
  readonly findEarlier: RelayedRequests["find"];
  readonly batchesEarlier: RelayedRequests["batchesAfter"];
}

/** Figures of a link, for health and metrics. */
export interface LinkState {
  readonly isLeading: boolean;
  readonly term: number;
  readonly gateways: readonly LinkedGatewayState[];
  /** Connections that were refused or ended for a fault of the other side. */
  readonly faults: number;
}

interface LinkedGatewayState {
  readonly node: string;
  readonly address: string;
  readonly version: string;
  /** Its last command, as of its last pulse. */
  readonly seq: number;
  /** Bytes that it has not read. */
  readonly unreadBytes: number;
}

export type ToLinkThread =
  | { readonly kind: "lead"; readonly leading: Leading }
  /** Refuse gateways and name the leader. */
  | { readonly kind: "follow"; readonly leader: string | undefined }
  | { readonly kind: "drop"; readonly id: number; readonly why: string }
  | { readonly kind: "state" }
  | { readonly kind: "close" };

export type FromLinkThread =
  | { readonly kind: "listening"; readonly port: number }
  | { readonly kind: "cannot-listen"; readonly error: Error }
  /** A gateway has joined: its ThreadPeer's port, which closes once its lease is over. */
  | { readonly kind: "joined"; readonly id: number; readonly node: string; readonly port: MessagePort }
  /** The link of a gateway has ended; its lease may last. */
  | { readonly kind: "left"; readonly id: number }
  | { readonly kind: "state"; readonly state: LinkState }
  | {
      readonly kind: "log";
      readonly level: "info" | "warn" | "error";
      readonly details: object;
      readonly message: string;
    };
