import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type SecureContextOptions, type Server, type TLSSocket } from "node:tls";
import type { LinkCredentials, Place } from "../../config/link/link-settings.ts";
import { Channel } from "./channel.ts";

const VERSION = "TLSv1.3";
const HANDSHAKE_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 64;

/** Roles of processes that have certificates of their own. */
export type PeerRole = "core" | "signer" | "chain";

/**
 * Returns whether a certificate belongs to a process of this role: its common name is the role, or begins with the role
 * and a hyphen, such as `core-2`.
 */
export const isOfRole = (commonName: string, role: PeerRole): boolean =>
  commonName === role || commonName.startsWith(`${role}-`);

export interface ListenOptions {
  readonly place: Place;
  readonly credentials: LinkCredentials;
  /** The only role whose certificates are accepted. */
  readonly from: PeerRole;
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

/** Accepts channels from processes with a certificate of the authority and of the given role. TLS 1.3 only. */
export async function listenForChannels(options: ListenOptions): Promise<Listening> {
  const { place, credentials, from, maxMessageBytes, connected, refused } = options;
  const server = createServer({
    ...contextOf(credentials),
    requestCert: true,
    rejectUnauthorized: true,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on("tlsClientError", (error, socket) => refused(error.message, socket.remoteAddress ?? ""));
  server.on("secureConnection", (socket) => {
    const name = nameOf(socket);
    if (name !== undefined && isOfRole(name, from))
      return connected(new Channel(socket, name, maxMessageBytes));
    socket.on("error", () => undefined);
    refused(`its certificate is for ${name ?? "nobody"}, not for a ${from}`, socket.remoteAddress ?? "");
    socket.destroy();
  });
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
  readonly place: Place;
  readonly credentials: LinkCredentials;
  /** Role that the other side's certificate must have. */
  readonly to: PeerRole;
  readonly maxMessageBytes: number;
}

/**
 * Connects to a process with a certificate of the authority and of the given role. The other side checks this process's
 * certificate after the promise resolves, and closes the channel if it refuses it. Rejects if there is no connection.
 */
export async function connectChannel(options: ConnectOptions): Promise<Channel> {
  const { place, credentials, to, maxMessageBytes } = options;
  const socket = connect({
    ...place,
    ...contextOf(credentials),
    // Certificates are for roles, not for host names. The name is checked below.
    checkServerIdentity: () => undefined,
    rejectUnauthorized: true,
  });
  const timer = setTimeout(
    () => socket.destroy(new Error(`no connection within ${HANDSHAKE_TIMEOUT_MS} ms`)),
    HANDSHAKE_TIMEOUT_MS,
  );
  try {
    await once(socket, "secureConnect");
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  const name = nameOf(socket);
  if (name !== undefined && isOfRole(name, to)) return new Channel(socket, name, maxMessageBytes);
  socket.on("error", () => undefined);
  socket.destroy();
  throw new Error(`the certificate at that address is for ${name ?? "nobody"}, not for a ${to}`);
}

function contextOf({ ca, certificate, key }: LinkCredentials): SecureContextOptions {
  return { ca, cert: certificate, key, minVersion: VERSION, maxVersion: VERSION };
}

function nameOf(socket: TLSSocket): string | undefined {
  if (!socket.authorized) return undefined;
  const name: unknown = socket.getPeerCertificate().subject?.CN;
  return typeof name === "string" ? name : undefined;
}
