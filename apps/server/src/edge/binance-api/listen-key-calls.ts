import type { CallerContext, KeyedCall } from "./binance-call.ts";
import { BINANCE } from "./binance-error.ts";
import type { ListenKeys } from "./streams/listen-keys.ts";

/** User data stream keys. Requests need only an API key, no signature. */
export function listenKeyCalls(listenKeys: ListenKeys): readonly KeyedCall[] {
  const call = (method: KeyedCall["method"], answer: KeyedCall["answer"]): KeyedCall => ({
    method,
    path: "/userDataStream",
    permission: "read",
    answer,
  });
  return [
    call("POST", (_parameters, { session }) => ({
      listenKey: listenKeys.open(session.userId, session.sessionId),
    })),
    call("PUT", (parameters, { session }) => {
      if (!listenKeys.prolong(parameters.needed("listenKey"), session.sessionId)) throw BINANCE.listenKey();
      return {};
    }),
    call("DELETE", (parameters, { session }) => {
      if (!listenKeys.close(parameters.needed("listenKey"), session.sessionId)) throw BINANCE.listenKey();
      return {};
    }),
  ];
}

/** The same for futures: one per API key, so it need not be named. */
export function futuresListenKeyCalls(listenKeys: ListenKeys): readonly KeyedCall[] {
  const call = (
    method: KeyedCall["method"],
    answer: (present: string | undefined, context: CallerContext) => object,
  ): KeyedCall => ({
    method,
    path: "/v1/listenKey",
    permission: "read",
    answer: (_parameters, context) =>
      answer(listenKeys.present(context.session.sessionId, "contract"), context),
  });
  return [
    call("POST", (_present, { session }) => ({
      listenKey: listenKeys.open(session.userId, session.sessionId, "contract"),
    })),
    call("PUT", (listenKey, { session }) => {
      if (listenKey === undefined || !listenKeys.prolong(listenKey, session.sessionId))
        throw BINANCE.listenKey();
      return { listenKey };
    }),
    call("DELETE", (listenKey, { session }) => {
      if (listenKey === undefined || !listenKeys.close(listenKey, session.sessionId))
        throw BINANCE.listenKey();
      return {};
    }),
  ];
}
