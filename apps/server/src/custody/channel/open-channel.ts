import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Server } from "node:tls";
import {
  connectLink,
  createLinkServer,
  type LinkAddress,
  type LinkIdentity,
  type LinkService,
} from "../../kit/link/link-identity.ts";
import { commonNameOf } from "../../kit/link/peer-role.ts";
import { Channel } from "./channel.ts";

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 64;

/** What a custody process serves, by the name in the TLS handshake (ALPN). */
type ChannelProtocol = "candor-custody" | "candor-signer" | "candor-chain";

/** Role that the server of each protocol must have. */
const SERVERS = { "candor-custody": "custody", "candor-signer": "signer", "candor-chain": "chain" } as const;
/** Roles of its clients. */
const CLIENTS = {
  "candor-custody": ["core"],
  "candor-signer": ["core", "custody"],
  "candor-chain": ["core", "custody"],
} as const;

export interface ListenOptions {
  readonly place: LinkAddress;
  readonly identity: LinkIdentity;
  readonly protocol: ChannelProtocol;
  readonly maxMessageBytes: number;
  readonly connected: (channel: Channel) => void;
  /** Called for each connection that is turned away. */
  readonly refused: (why: string, address: string) => void;
}

export interface Listening {
  readonly port: number;
  /** Stops listening. Open channels are closed by their owner. */
  close(): Promise<void>;
}

/** Accepts channels from clients of the protocol, which prove their role with a certificate of the link's authority. Rejects like `listen`. */
export async function listenForChannels(options: ListenOptions): Promise<Listening> {
  const { place, identity, protocol, maxMessageBytes, connected, refused } = options;
  const service: LinkService = {
    clients: CLIENTS[protocol],
    serve: (socket, name) => connected(new Channel(socket, name, maxMessageBytes)),
  };
  const server = createLinkServer(identity, { [protocol]: service }, (why, address) =>
    refused(why, address ?? ""),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(place.port, place.host);
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

export interface ConnectOptions {
  readonly place: LinkAddress;
  readonly identity: LinkIdentity;
  readonly protocol: ChannelProtocol;
  readonly maxMessageBytes: number;
}

/**
 * Connects to the server of a protocol, whose certificate must name its role and contain its host. The other side checks
 * this process's certificate after the promise resolves, and closes the channel if it refuses it. Rejects if there is no
 * connection.
 */
export async function connectChannel(options: ConnectOptions): Promise<Channel> {
  const { place, identity, protocol, maxMessageBytes } = options;
  const socket = connectLink(identity, place, protocol, SERVERS[protocol]);
  const timer = setTimeout(
    () => socket.destroy(new Error(`no connection within ${CONNECT_TIMEOUT_MS} ms`)),
    CONNECT_TIMEOUT_MS,
  );
  try {
    await once(socket, "secureConnect");
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return new Channel(socket, commonNameOf(socket.getPeerCertificate()) ?? "", maxMessageBytes);
}
