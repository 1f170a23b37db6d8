import type { ApiKeyPermission } from "../../people/identity/identity-records.ts";
import type { LiveSession } from "../../people/identity/session-register.ts";
import type { CallOrigin } from "../gateway/call-context.ts";
import type { Parameters } from "./parameters.ts";

interface Call<Context> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** Returns the response body. Throws a BinanceError to reject. */
  readonly answer: (parameters: Parameters, context: Context) => unknown;
}

/** Needs no key. */
export type PublicCall = Call<undefined>;

/** Needs an API key but no signature: Binance's USER_STREAM. */
export interface KeyedCall extends Call<CallerContext> {
  readonly permission: ApiKeyPermission;
  /** Makes no wire call although the method is not GET, so the caller's state is checked before it. */
  readonly readsOnly?: true;
  /** Places orders: the response carries the account's order counts. */
  readonly placesOrders?: true;
}

/** A caller identified by an API key. */
export interface CallerContext {
  readonly session: LiveSession;
  readonly origin: CallOrigin;
}
/** Signed: `trade` is Binance's TRADE, `read` its USER_DATA. */
export type SignedCall = KeyedCall;
