import type { EnginePort } from "@candor/domain/engine-port";
import type { MarketKind, PriceSourceKind } from "@candor/domain/enumerations";
import type { MovementPort } from "../../custody/wallet-movements/movement-port.ts";
import type { KlineStore } from "../../market/prices/kline-store.ts";
import type { Identity } from "../../people/identity/identity-service.ts";
import { BINANCE, BinanceError, bodyOf } from "../binance-api/binance-error.ts";
import type { OrderLabels } from "../binance-api/labels/order-labels.ts";
import type { ListenKeys } from "../binance-api/streams/listen-keys.ts";
import { ownStreamKeys } from "../binance-api/streams/stream-keys.ts";
import { OwnApiKeys } from "../binance-api/ws-api/own-api-keys.ts";
import type { WsApi } from "../binance-api/ws-api/ws-api-methods.ts";
import { OwnReplacementClaims } from "../socket/orders/replacement-claims.ts";
import { reached } from "./reached.ts";
import { receivedOutcome, sentOutcome } from "./sent-outcome.ts";
import type { Checked, SocketQuestions } from "./socket-methods.ts";
import { WithdrawalsThen } from "./withdrawals-then.ts";

/** What the main thread answers from. */
export interface AnswerSources {
  readonly engine: Pick<EnginePort, "on" | "durableSeq">;
  readonly identity: Pick<Identity, "apiKey" | "onApiKeysEnded" | "user">;
  readonly listenKeys: ListenKeys;
  readonly orderLabels: Pick<OrderLabels, "ofUser">;
  readonly api: Readonly<Record<MarketKind, Pick<WsApi, "methods">>>;
  readonly charts: Pick<KlineStore, "copy">;
  readonly movements: Pick<MovementPort, "withdrawal">;
  /** The exchange's time. */
  readonly nowMs: () => number;
  readonly priceSource: () => PriceSourceKind;
}

/** Returns what this thread answers to the sockets of gateways. */
export function answerSockets(sources: AnswerSources): SocketQuestions {
  const { engine, identity, listenKeys, orderLabels, api, charts, movements, nowMs, priceSource } = sources;
  const apiKeys = new OwnApiKeys(identity, listenKeys, nowMs);
  const streamKeys = ownStreamKeys(identity, listenKeys);
  const claims = new OwnReplacementClaims(nowMs);
  const withdrawals = new WithdrawalsThen(engine, movements);
  return {
    priceSource,
    charts: async (seq) => {
      await reached(engine, seq);
      return charts.copy();
    },
    withdrawal: (event, seq) => withdrawals.at(event, seq),
    streamKey: (listenKey) => streamKeys.find(listenKey),
    orderLabels: (userId) => orderLabels.ofUser(userId),
    apiCall: async (kind, name, request) => {
      const method = api[kind].methods.get(name);
      // The gateway knows the methods of all revisions; this one may lack some.
      if (method === undefined) return { status: 404, usedWeight: 0, body: bodyOf(BINANCE.notFound()) };
      return await method(request);
    },
    logOn: (shown) => checked(() => apiKeys.logOn(shown) ?? null),
    holdStream: (shown, isLoggedOn) =>
      checked(() => {
        const held = apiKeys.holdStream(shown, isLoggedOn);
        const key = listenKeys.find(held.listenKey);
        if (key === undefined) throw new Error("a listen key ended as it was opened");
        return { held, key };
      }),
    claimReplacement: async (replacement) => {
      const known = await claims.claim(replacement);
      return known === undefined ? undefined : sentOutcome(known);
    },
    settleReplacement: (replacement, outcome) => claims.settle(replacement, receivedOutcome(outcome)),
    endStream: (held) => apiKeys.endStream(held),
    isKeyUsable: (apiKey, address) => apiKeys.isUsable(apiKey, address),
  };
}

function checked<T>(check: () => T): Checked<T> {
  try {
    return { value: check() };
  } catch (error) {
    if (!(error instanceof BinanceError)) throw error;
    const { status, code, message, retrySeconds } = error;
    return { refusal: { status, code, message, retrySeconds } };
  }
}
