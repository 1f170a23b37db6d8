import type { MarketKind } from "@candor/domain/enumerations";
import type { Movement } from "../../custody/wallet-movements/movement-port.ts";
import type { Remote } from "../../kit/threads/thread-peer.ts";
import { FollowedCharts } from "../../market/prices/followed-charts.ts";
import type { Announcement } from "../../people/content/announcement-port.ts";
import type { IdentityChange } from "../../people/identity/identity-change.ts";
import { isBlocked } from "../../people/identity/is-blocked.ts";
import type { EndedSession } from "../../people/identity/session-register.ts";
import type { PersonalPush } from "../../people/personal-port.ts";
import type { PublicCall } from "../binance-api/binance-call.ts";
import { BINANCE, bodyOf } from "../binance-api/binance-error.ts";
import { CancelIds } from "../binance-api/cancel-ids.ts";
import { CopiedLabels } from "../binance-api/labels/copied-labels.ts";
import { type MarketPorts, marketCalls } from "../binance-api/market-calls.ts";
import { ServedApi, type ServedPorts } from "../binance-api/served-api.ts";
import type { StreamDependencies } from "../binance-api/streams/attach-streams.ts";
import { type WsApi, type WsApiMethod, type WsApis, wsApiOf } from "../binance-api/ws-api/ws-api-methods.ts";
import type { SocketDependencies } from "../socket/attach-socket.ts";
import type { SessionPort } from "../socket/session-port.ts";
import type { CallerCache } from "./caller-cache.ts";
import { FollowedApiKeys } from "./followed-api-keys.ts";
import { FollowedReplacementClaims } from "./followed-claims.ts";
import { FollowedStreamKeys } from "./followed-stream-keys.ts";
import { reached } from "./reached.ts";
import type { SocketPushes, SocketQuestions } from "./socket-methods.ts";

/** Hands what the main thread sends to the listeners in this one. */
class Relay<Push> {
  private readonly listeners = new Set<(push: Push) => void>();

  readonly subscribe = (listener: (push: Push) => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  emit(push: Push): void {
    for (const listener of this.listeners) listener(push);
  }
}

/** What the public calls of Binance's WebSocket API use in a gateway. */
export type PublicApiPorts = MarketPorts & Omit<ServedPorts, "identity">;

/**
 * What the sockets and streams of a gateway need beyond what follows the engine: it is asked of the main thread, and the
 * main thread sends its changes.
 */
export class FollowerSockets {
  /** Charts of last prices, to be followed. */
  readonly charts = new FollowedCharts();
  readonly cancelIds = new CancelIds();
  readonly orderLabels = new CopiedLabels((userId) => this.main.orderLabels(userId));
  private readonly reach: () => Remote<SocketQuestions>;
  private readonly callers: CallerCache;
  private readonly streamKeys: FollowedStreamKeys;
  private readonly endedSessions = new Relay<EndedSession>();
  private readonly movements = new Relay<{ readonly movement: Movement; readonly seq: number }>();
  private readonly personal = new Relay<PersonalPush>();
  private readonly announcements = new Relay<Announcement>();
  /** What the main thread sends. */
  readonly pushes: SocketPushes = {
    sessionEnded: (ended) => this.endedSessions.emit(ended),
    movement: (movement, seq) => this.movements.emit({ movement, seq }),
    personal: ({ userId, type, data }) =>
      // The data is that of the type.
      this.personal.emit({ userId, type, data: (language) => data[language] } as PersonalPush),
    announcement: (data) => this.announcements.emit({ data: (language) => data[language] }),
    olderBars: (older) => this.charts.prepend(older),
    listenKeyChanged: (listenKey, expiresAtMs) => this.streamKeys.changed(listenKey, expiresAtMs),
    cancelId: (number, id) => this.cancelIds.remember(number, id),
    comingLabel: (coming, isOver) => this.orderLabels.comes(coming, isOver),
    keptLabel: (kept) => this.orderLabels.kept(kept),
  };

  /**
   * @param reach returns the main thread; called only when something is asked
   * @param nowMs the exchange's time
   */
  constructor(reach: () => Remote<SocketQuestions>, callers: CallerCache, nowMs: () => number) {
    this.reach = reach;
    this.callers = callers;
    this.streamKeys = new FollowedStreamKeys((listenKey) => this.main.streamKey(listenKey), nowMs);
  }

  private get main(): Remote<SocketQuestions> {
    return this.reach();
  }

  /** Forgets what has changed about a user; call it before the change is acknowledged. */
  forget({ userId }: IdentityChange): void {
    if (userId !== undefined) this.streamKeys.forgetUser(userId);
  }

  /** Forgets everything, except charts: changes may have been missed. */
  clear(): void {
    this.streamKeys.clear();
    this.cancelIds.clear();
    this.orderLabels.clear();
  }

  /** Returns what the exchange's own socket needs. */
  forSocket(
    engine: SocketDependencies["engine"],
  ): Required<Pick<SocketDependencies, "announcements" | "claims" | "movements" | "personal" | "sessions">> {
    return {
      sessions: this.sessions(),
      movements: {
        // It follows the messages about commands that the main thread has received before.
        subscribe: (listener) =>
          this.movements.subscribe(({ movement, seq }) => {
            if (engine.durableSeq >= seq) listener(movement);
            else void reached(engine, seq).then(() => listener(movement));
          }),
        withdrawal: (event, seq) => this.main.withdrawal(event, seq),
      },
      personal: [this.personal],
      announcements: this.announcements,
      claims: new FollowedReplacementClaims(this.main),
    };
  }

  /** Returns what Binance's streams and WebSocket API need. */
  forStreams(
    ports: PublicApiPorts,
  ): Pick<StreamDependencies, "api" | "cancelIds" | "keys" | "orderLabels" | "streamKeys"> {
    const { cancelIds, main, orderLabels, streamKeys } = this;
    const keys = new FollowedApiKeys(main, streamKeys);
    return { cancelIds, orderLabels, streamKeys, keys, api: this.apisOf(ports) };
  }

  private sessions(): SessionPort {
    const { callers } = this;
    return {
      sessionByToken: async (token) => {
        // Asked even if it is known: this is a use of the session.
        await callers.renew(token);
        const session = callers.session(token);
        const user = session === undefined ? undefined : callers.user(session.userId);
        return user !== undefined && !isBlocked(user) ? session : undefined;
      },
      refresh: (token) => callers.refresh(token),
      language: (userId) => callers.language(userId),
      onSessionEnded: this.endedSessions.subscribe,
    };
  }

  /**
   * Public calls of the spot API are answered here, all others by the main thread, which counts them in the same limits.
   */
  private apisOf(ports: PublicApiPorts): WsApis {
    return {
      spot: this.apiOf(ports, "spot", "/api/v3", marketCalls(ports)),
      contract: this.apiOf(ports, "contract", "/fapi", []),
    };
  }

  private apiOf(ports: PublicApiPorts, kind: MarketKind, prefix: string, open: readonly PublicCall[]): WsApi {
    const identity = { apiKey: () => undefined };
    return wsApiOf(
      new ServedApi({ ...ports, identity }, prefix, { open, signed: [], keyed: [] }),
      (name): WsApiMethod =>
        async (request) => {
          try {
            return await this.main.apiCall(kind, name, request);
          } catch (error) {
            ports.log.error({ err: error, method: name }, "a WebSocket API request failed");
            const refusal = BINANCE.outcomeUnknown();
            return { status: refusal.status, usedWeight: 0, body: bodyOf(refusal) };
          }
        },
    );
  }
}
