import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { awaitListening } from "../../config/listening-place.ts";
import { BINANCE, bodyOf } from "../binance-api/binance-error.ts";
import { isForSockets } from "../http/call-server.ts";
import { addressAtHost } from "./binance-hosts.ts";
import { openLocalCertificate } from "./local-certificate.ts";

/** Only programs on this machine can connect. */
const LOOPBACK = "127.0.0.1";

export interface TlsNamesOptions {
  readonly home: string;
  readonly port: number;
  /** Answers the requests and upgrades, as if they had come by its own port. */
  readonly server: Server;
  readonly nowMs: number;
}

export interface TlsNames {
  readonly port: number;
  /** File with the certificate that clients trust. */
  readonly certificateFile: string;
  close(): Promise<void>;
}

/**
 * Serves a server by TLS under the names of Binance's hosts, such as `api.candor.localhost`. Throws SettingError for a port that
 * cannot be used.
 */
export async function openTlsNames({ home, port, server, nowMs }: TlsNamesOptions): Promise<TlsNames> {
  const { certificate, key, file } = openLocalCertificate(home, nowMs);
  const { keepAliveTimeout, requestTimeout } = server;
  const timeouts = { keepAliveTimeout, requestTimeout };
  const tls = createServer(
    { cert: certificate, key, shouldUpgradeCallback: isForSockets, ...timeouts },
    (request, response) => {
      if (toOwnAddress(request)) server.emit("request", request, response);
      else refuse(response);
    },
  );
  tls.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (toOwnAddress(request)) server.emit("upgrade", request, stream, head);
    else stream.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  });
  const listening = new Promise<void>((resolve, reject) => {
    tls.once("error", reject);
    tls.listen(port, LOOPBACK, resolve);
  });
  await awaitListening({ prefix: "CANDOR_TLS_", port, host: LOOPBACK }, listening);
  return {
    port: (tls.address() as AddressInfo).port,
    certificateFile: file,
    close: () =>
      new Promise((resolve) => {
        tls.close(() => resolve());
        tls.closeAllConnections();
      }),
  };
}

/** Rewrites the address of a request. @returns false if its host does not have that address */
function toOwnAddress(request: IncomingMessage): boolean {
  const address = addressAtHost(request.headers.host ?? "", request.url ?? "");
  if (address !== undefined) request.url = address;
  return address !== undefined;
}

function refuse(response: ServerResponse): void {
  const refusal = BINANCE.notFound();
  response.writeHead(refusal.status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify(bodyOf(refusal)));
}
