import { once } from "node:events";
import http from "node:http";

/** A client of the public gateway, for the sandbox's own makers and takers: they have no other way in. */
export interface GatewayReply {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>>;
}

const TIMEOUT_MS = 10_000;
const MAX_SOCKETS = 4;
const FORM_HEADERS = { "content-type": "application/x-www-form-urlencoded" };

export class GatewayClient {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  private readonly host: string;
  private readonly port: number;

  constructor(host: string, port: number) {
    this.host = host;
    this.port = port;
  }

  /** A POST call in the legacy envelope. Rejects on network failures and on HTTP 5xx. */
  post(path: string, payload: Readonly<Record<string, unknown>>, token?: string): Promise<GatewayReply> {
    const encoded = Buffer.from(encodeURIComponent(JSON.stringify(payload))).toString("base64");
    return this.send("POST", path, `data=${encodeURIComponent(encoded)}`, token);
  }

  get(path: string, token?: string): Promise<GatewayReply> {
    return this.send("GET", path, undefined, token);
  }

  close(): void {
    this.agent.destroy();
  }

  private async send(
    method: string,
    path: string,
    body: string | undefined,
    token: string | undefined,
  ): Promise<GatewayReply> {
    const headers = {
      ...(token === undefined ? {} : { token }),
      ...(body === undefined ? {} : FORM_HEADERS),
    };
    const { agent, host, port } = this;
    const request = http.request({
      agent,
      host,
      port,
      path: `/api${path}`,
      method,
      timeout: TIMEOUT_MS,
      headers,
    });
    request.on("timeout", () => request.destroy(new Error(`no answer to ${path} within ${TIMEOUT_MS} ms`)));
    request.end(body);
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    const chunks = (await response.toArray()) as Buffer[];
    return readReply(response.statusCode ?? 0, Buffer.concat(chunks).toString("utf8"));
  }
}

function readReply(status: number, text: string): GatewayReply {
  if (status >= 500) throw new Error(`the gateway answered with HTTP ${status}`);
  const envelope = JSON.parse(text) as { code: number; data: string };
  const data = JSON.parse(Buffer.from(envelope.data, "base64").toString("utf8")) as Record<string, unknown>;
  return { code: envelope.code, data };
}
