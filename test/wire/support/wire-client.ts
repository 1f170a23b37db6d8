import { CALLS, type CallName } from "@candor/wire/calls";
import type { FastifyInstance } from "fastify";

export interface WireAnswer<Name extends CallName = CallName> {
  readonly name: Name;
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly time: number;
  readonly data: Record<string, unknown>;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The raw body. */
  readonly text: string;
}

export function encodePayload(payload: unknown): string {
  const encoded = Buffer.from(encodeURIComponent(JSON.stringify(payload))).toString("base64");
  return `data=${encodeURIComponent(encoded)}`;
}

/** A wire client that behaves like an old one. */
export class WireClient {
  readonly token: string | undefined;
  readonly app: FastifyInstance;
  headers: Record<string, string> = {};
  address = "127.0.0.1";

  constructor(app: FastifyInstance, token?: string) {
    this.app = app;
    this.token = token;
  }

  call<Name extends CallName>(name: Name, payload: object = {}): Promise<WireAnswer<Name>> {
    const { method, path } = CALLS[name];
    if (method === "POST") return this.post(name, encodePayload(payload));
    const query = new URLSearchParams(payload as Record<string, string>).toString();
    return this.send(name, { method, url: `/api${path}${query === "" ? "" : `?${query}`}` });
  }

  /** Sends a raw form body. */
  post<Name extends CallName>(
    name: Name,
    body: string | Buffer,
    contentType = "application/x-www-form-urlencoded",
  ): Promise<WireAnswer<Name>> {
    const url = `/api${CALLS[name].path}`;
    return this.send(name, { method: "POST", url, payload: body, headers: { "content-type": contentType } });
  }

  async send<Name extends CallName>(
    name: Name,
    request: {
      readonly method: "GET" | "POST" | "PUT" | "OPTIONS" | "HEAD";
      readonly url: string;
      readonly payload?: string | Buffer;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ): Promise<WireAnswer<Name>> {
    const response = await this.app.inject({
      ...request,
      remoteAddress: this.address,
      headers: {
        ...(this.token === undefined ? {} : { token: this.token }),
        ...this.headers,
        ...request.headers,
      },
    });
    const envelope = response.body === "" ? {} : (JSON.parse(response.body) as Record<string, unknown>);
    return {
      name,
      status: response.statusCode,
      code: Number(envelope.code),
      msg: String(envelope.msg),
      time: Number(envelope.time),
      data: decodeData(envelope.data),
      headers: response.headers,
      text: response.body,
    };
  }
}

function decodeData(data: unknown): Record<string, unknown> {
  if (typeof data !== "string") return {};
  return JSON.parse(Buffer.from(data, "base64").toString("utf8")) as Record<string, unknown>;
}
