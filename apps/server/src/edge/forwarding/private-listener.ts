import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { GATEWAY_HEADER } from "./forwarded-headers.ts";

/**
 * Lets only gateway threads of this start use a server: connections that send requests without the secret are cut. Call
 * it once all other listeners are attached, and before the server listens.
 */
export function admitGatewaysOnly(server: Server, secret: string): void {
  const expected = Buffer.from(secret);
  const isFromGateway = ({ headers }: IncomingMessage): boolean => {
    const given = Buffer.from(String(headers[GATEWAY_HEADER] ?? ""));
    delete headers[GATEWAY_HEADER];
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  const guard = (event: "request" | "upgrade", cut: (connection: Duplex | ServerResponse) => void): void => {
    const serving = server.listeners(event);
    server.removeAllListeners(event);
    server.on(event, (request: IncomingMessage, connection: Duplex & ServerResponse, head: Buffer) => {
      if (!isFromGateway(request)) return cut(connection);
      for (const serve of serving) Reflect.apply(serve, server, [request, connection, head]);
    });
  };
  guard("request", (response) => void response.destroy());
  guard("upgrade", (socket) => void socket.destroy());
}
