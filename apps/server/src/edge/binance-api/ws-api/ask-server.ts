import type { FastifyInstance } from "fastify";
import type { CountedRequest } from "../../gateway/call-limits.ts";
import type { RestCall } from "./ws-api-methods.ts";

/** Sends a request to the server itself, as if a client had sent it by HTTP. */
export type AskServer = (
  request: RestCall & {
    readonly query: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly remoteAddress: string;
  },
) => Promise<{
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}>;

/** Counts a request that is answered without the server, with its weight, against the address limit. */
export type CountRequest = (address: string, weight: number) => CountedRequest;

export const askServer =
  (app: Pick<FastifyInstance, "inject">): AskServer =>
  async ({ method, path, query, headers, remoteAddress }) => {
    const url = `/api/v3${path}${query === "" ? "" : `?${query}`}`;
    const reply = await app.inject({ method, url, headers, remoteAddress });
    return { status: reply.statusCode, body: reply.body, headers: reply.headers };
  };
