import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { GATEWAY_HEADER } from "./forwarded-headers.ts";

/**
 * Lets only gateway threads of this start use a server: connections that send requests without the secret are cut, and so
 * are upgrades, because gateways serve sockets themselves. Call it once all other listeners are attached, and before the
 * server listens.
 */
export function admitGatewaysOnly(server: Server, secret: string): void {
  const expected = Buffer.from(secret);
  const isFromGateway = ({ headers }: IncomingMessage): boolean => {
    const given = Buffer.from(String(headers[GATEWAY_HEADER] ?? ""));
    delete headers[GATEWAY_HEADER];
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  const serving = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!isFromGateway(request)) {
      response.destroy();
      return;
    }
    for (const serve of serving) Reflect.apply(serve, server, [request, response]);
  });
  server.on("upgrade", (_request: IncomingMessage, socket: Duplex) => void socket.destroy());
}
