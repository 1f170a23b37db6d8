import type { EnginePort } from "@candor/domain/engine-port";
import { LANGUAGES } from "@candor/domain/enumerations";
import type { MovementPort } from "../../custody/wallet-movements/movement-port.ts";
import type { Remote } from "../../kit/threads/thread-peer.ts";
import type { KlineStore } from "../../market/prices/kline-store.ts";
import type { AnnouncementPort } from "../../people/content/announcement-port.ts";
import type { Identity } from "../../people/identity/identity-service.ts";
import type { PersonalPort } from "../../people/personal-port.ts";
import type { CancelIds } from "../binance-api/cancel-ids.ts";
import type { OrderLabels } from "../binance-api/labels/order-labels.ts";
import type { ListenKeys } from "../binance-api/streams/listen-keys.ts";
import type { InAllLanguages, SocketPushes } from "./socket-methods.ts";

/** What the main thread's memory tells of. */
export interface PushSources {
  readonly engine: Pick<EnginePort, "durableSeq">;
  readonly identity: Pick<Identity, "onSessionEnded">;
  readonly movements: Pick<MovementPort, "subscribe">;
  readonly personal: readonly PersonalPort[];
  readonly announcements: AnnouncementPort;
  readonly charts: Pick<KlineStore, "onPrepended">;
  readonly listenKeys: ListenKeys;
  readonly cancelIds: CancelIds;
  readonly orderLabels: OrderLabels;
}

/** Sends something to all gateways, in the order of the calls. Resolves once those that serve clients have it. */
export type TellGateways = (push: (gateway: Remote<SocketPushes>) => Promise<unknown>) => Promise<void>;

/**
 * Sends what the sockets of gateways cannot know from the engine to all of them: each knows its own clients.
 * @returns how to stop
 */
export function pushToSockets(sources: PushSources, tell: TellGateways): () => void {
  const { engine, identity, movements, personal, announcements, charts, listenKeys, cancelIds, orderLabels } =
    sources;
  cancelIds.announce = (number, id) => tell(({ cancelId }) => cancelId(number, id));
  orderLabels.announce = (coming, isOver) => tell(({ comingLabel }) => comingLabel(coming, isOver));
  orderLabels.onKept = (kept) => tell(({ keptLabel }) => keptLabel(kept));
  listenKeys.onChange = (listenKey, expiresAtMs) =>
    void tell(({ listenKeyChanged }) => listenKeyChanged(listenKey, expiresAtMs));
  const stops = [
    identity.onSessionEnded((ended) => void tell(({ sessionEnded }) => sessionEnded(ended))),
    movements.subscribe((movement) => {
      const seq = engine.durableSeq;
      void tell((gateway) => gateway.movement(movement, seq));
    }),
    announcements.subscribe(({ data }) => {
      const all = inAllLanguages(data);
      void tell(({ announcement }) => announcement(all));
    }),
    charts.onPrepended((older) => void tell(({ olderBars }) => olderBars(older))),
    ...personal.map((port) =>
      port.subscribe(({ userId, type, data }) => {
        const all = inAllLanguages<ReturnType<typeof data>>(data);
        void tell((gateway) => gateway.personal({ userId, type, data: all }));
      }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
    cancelIds.announce = undefined;
    orderLabels.announce = undefined;
    orderLabels.onKept = undefined;
    listenKeys.onChange = () => undefined;
  };
}

function inAllLanguages<Data>(data: (language: (typeof LANGUAGES)[number]) => Data): InAllLanguages<Data> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, data(language)])) as InAllLanguages<Data>;
}
