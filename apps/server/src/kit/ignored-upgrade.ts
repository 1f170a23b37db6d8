import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Ends the connection after the reply to a request that offers another protocol. Call it for each request that is
 * answered although it has an `Upgrade` header. Node's parser drops everything that arrived behind such a request in the
 * same packet, so a pipelined request would never be answered. With `Connection: close`, its client sends it again.
 */
export function closeAfterIgnoredUpgrade({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.upgrade !== undefined) response.shouldKeepAlive = false;
}
