import type { Server } from "node:http";
import type { Environment } from "../../config/environment.ts";
import { openTlsNames } from "../../edge/tls-names/open-tls-names.ts";
import type { Closers } from "../../kit/closers.ts";

interface ServedExchange {
  readonly environment: Pick<Environment, "home" | "tlsPort">;
  readonly log: { info(message: string): void };
  readonly closers: Closers;
}

/** Serves a sandbox under the names of Binance's hosts, if there is a port for them. */
export async function startTlsNames(exchange: ServedExchange, server: Server): Promise<void> {
  const { environment, log, closers } = exchange;
  const { home, tlsPort } = environment;
  if (tlsPort === 0) return;
  const names = await openTlsNames({ home, port: tlsPort, server, nowMs: Date.now() });
  closers.add("TLS names", () => names.close());
  log.info(
    `TLS: https://api.candor.localhost:${names.port}, fapi., stream., fstream., ws-api., ws-fapi.; clients trust ${names.certificateFile} (NODE_EXTRA_CA_CERTS, REQUESTS_CA_BUNDLE)`,
  );
}
