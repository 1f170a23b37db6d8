import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import {
  checkServerIdentity,
  connect,
  createServer,
  type Server,
  type TLSSocket,
  type TlsOptions,
} from "node:tls";
import { commonNameOf, type PeerRole, whyNotOfRole, whyNotOfRoles } from "./peer-role.ts";

/** Certificates of one node, as PEM. */
export interface LinkIdentity {
  /** The authority that signs the certificates of all nodes; no other one is trusted. */
  readonly ca: Buffer;
  readonly certificate: Buffer;
  readonly key: Buffer;
}

export interface LinkFiles {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

/** What a server does for the clients of one protocol. */
export interface LinkService {
  /** The role that a client's certificate must name, or a list of allowed roles. */
  readonly clients: PeerRole | readonly PeerRole[];
  /** Called for each connection, with the name in the client's certificate. */
  readonly serve: (socket: TLSSocket, name: string) => void;
}

export interface LinkAddress {
  readonly host: string;
  readonly port: number;
}

/** A peer that is gone without a word is noticed by this, at the latest. */
const KEEP_ALIVE_MS = 5_000;
const HANDSHAKE_MS = 5_000;

/** Reads the files. Throws what the file system throws. */
export function readLinkIdentity({ ca, certificate, key }: LinkFiles): LinkIdentity {
  return { ca: readFileSync(ca), certificate: readFileSync(certificate), key: readFileSync(key) };
}

const settingsOf = ({ ca, certificate, key }: LinkIdentity) =>
  ({ ca, cert: certificate, key, minVersion: "TLSv1.3", rejectUnauthorized: true }) as const;

/**
 * Creates a server for other nodes: TLS 1.3, and both sides prove their role by a certificate of the same authority. Does not
 * listen.
 * @param protocols what it serves, by the name that clients ask for
 * @param refused called for a connection that was refused before it served anything
 */
export function createLinkServer(
  identity: LinkIdentity,
  protocols: Readonly<Record<string, LinkService>>,
  refused: (why: string, address: string | undefined) => void,
): Server {
  const options: TlsOptions = {
    ...settingsOf(identity),
    requestCert: true,
    ALPNProtocols: Object.keys(protocols),
    handshakeTimeout: HANDSHAKE_MS,
  };
  const server = createServer(options, (socket) => {
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    const { alpnProtocol } = socket;
    const service =
      typeof alpnProtocol === "string" && Object.hasOwn(protocols, alpnProtocol)
        ? protocols[alpnProtocol]
        : undefined;
    const refuse = (why: string): void => {
      refused(why, socket.remoteAddress);
      socket.on("error", () => undefined);
      socket.destroy();
    };
    if (service === undefined) return refuse("the client names no protocol");
    const name = commonNameOf(socket.getPeerCertificate());
    const why = whyNotOfRoles(name, [service.clients].flat());
    if (name === undefined || why !== undefined) return refuse(`its certificate ${why}`);
    service.serve(socket, name);
  });
  server.on("tlsClientError", (error, socket) => refused(error.message, socket.remoteAddress));
  return server;
}

/**
 * Begins to connect to another node, whose certificate must contain the host and name its role. Otherwise the socket emits an
 * error before it is secure, and nothing is sent.
 */
export function connectLink(
  identity: LinkIdentity,
  { host, port }: LinkAddress,
  protocol: string,
  role: PeerRole,
): TLSSocket {
  const socket = connect({
    ...settingsOf(identity),
    host,
    port,
    ALPNProtocols: [protocol],
    ...(isIP(host) === 0 && { servername: host }),
    checkServerIdentity: (name, certificate) => {
      const why = whyNotOfRole(commonNameOf(certificate), role);
      const problem = why === undefined ? undefined : new Error(`the certificate at that address ${why}`);
      return checkServerIdentity(name, certificate) ?? problem;
    },
  });
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  return socket;
}
