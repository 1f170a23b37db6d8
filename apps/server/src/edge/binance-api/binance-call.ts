import type { FastifyRequest } from "fastify";
import type { ApiKeyPermission } from "../../people/identity/identity-records.ts";
import type { LiveSession } from "../../people/identity/session-register.ts";
import type { Parameters } from "./parameters.ts";

interface Call<Context> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** As how many requests of its address it counts; absent: one. */
  readonly weight?: number;
  /** The same where it depends on what is asked; `weight` is then the least. */
  readonly weightOf?: (parameters: Parameters) => number;
  /** The answer's body; refuses by throwing a BinanceError. */
  readonly answer: (parameters: Parameters, context: Context) => unknown;
}

/** Everybody's. */
export type PublicCall = Call<undefined>;

/** Shows a key, but is not signed: what Binance calls USER_STREAM. */
export interface KeyedCall extends Call<CallerContext> {
  readonly permission: ApiKeyPermission;
  /** Performs no call of the wire, where it would be judged and counted, although it is no GET. */
  readonly looksOnly?: true;
  /** Places orders: the answer tells how many of them the user's limit has counted. */
  readonly placesOrders?: true;
}

/** Who calls by a key. */
export interface CallerContext {
  readonly session: LiveSession;
  readonly request: FastifyRequest;
}
/** Signed: with `trade` what Binance calls TRADE, with `read` its USER_DATA. */
export type SignedCall = KeyedCall;
