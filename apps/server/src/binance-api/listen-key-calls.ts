import type { KeyedCall } from "./binance-call.ts";
import { BINANCE } from "./binance-error.ts";
import type { ListenKeys } from "./streams/listen-keys.ts";

/** Keys of user data streams; they are asked for with an API key alone, unsigned. */
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
