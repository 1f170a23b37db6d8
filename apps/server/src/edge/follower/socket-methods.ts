import type { Language, MarketKind, PriceSourceKind } from "@candor/domain/enumerations";
import type { WithdrawalChanged } from "@candor/domain/events/events";
import type { WireWithdrawal } from "@candor/wire/chain-objects";
import type { Movement } from "../../custody/wallet-movements/movement-port.ts";
import type { CopiedCharts, OlderBars } from "../../market/prices/followed-charts.ts";
import type { Announcement } from "../../people/content/announcement-port.ts";
import type { EndedSession } from "../../people/identity/session-register.ts";
import type { PersonalPush } from "../../people/personal-port.ts";
import type { ComingLabel, KeptLabel } from "../binance-api/labels/order-label.ts";
import type { ApiReply, ApiRequest } from "../binance-api/served-api.ts";
import type { ShownRequest } from "../binance-api/signed-request.ts";
import type { HeldKey } from "../binance-api/streams/listen-keys.ts";
import type { HeldStream } from "../binance-api/ws-api/api-key-port.ts";
import type { ClaimedReplacement } from "../socket/orders/replacement-claims.ts";
import type { SentOutcome } from "./sent-outcome.ts";

type Methods = Readonly<Record<string, (...parameters: never[]) => unknown>>;

/** A rejection of the Binance-compatible API, whose class is lost between threads. */
interface SentRefusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly retrySeconds: number | undefined;
}

/** What a check that may be refused returns. */
export type Checked<T> = { readonly value: T } | { readonly refusal: SentRefusal };

/** A stream that was opened for a subscription, and who may receive its events. */
interface OpenedStream {
  readonly held: HeldStream;
  readonly key: HeldKey;
}

/** What the sockets of a gateway ask the main thread for. All values can be copied. */
export interface SocketQuestions extends Methods {
  /** The source of prices does not change while the server runs. */
  readonly priceSource: () => PriceSourceKind;
  /** Returns the charts as of a command or a later one. */
  readonly charts: (seq: number) => Promise<CopiedCharts>;
  /** Returns a withdrawal as of an event of the given command. */
  readonly withdrawal: (event: WithdrawalChanged, seq: number) => Promise<WireWithdrawal>;
  /** Returns whose stream it is; `undefined` if nobody may receive its events now. Answered at once, as `caller` is. */
  readonly streamKey: (listenKey: string) => HeldKey | undefined;
  /** Returns the labels of a user's orders. */
  readonly orderLabels: (userId: number) => readonly KeptLabel[];
  /** Answers a method of one of Binance's WebSocket APIs that the gateway does not answer itself. */
  readonly apiCall: (kind: MarketKind, name: string, request: ApiRequest) => Promise<ApiReply>;
  readonly logOn: (shown: ShownRequest) => Checked<null>;
  readonly holdStream: (shown: ShownRequest, isLoggedOn: boolean) => Checked<OpenedStream>;
  /** See ReplacementClaims. */
  readonly claimReplacement: (replacement: ClaimedReplacement) => Promise<SentOutcome | undefined>;
  readonly settleReplacement: (replacement: ClaimedReplacement, outcome: SentOutcome) => void;
  readonly endStream: (held: HeldStream) => void;
  readonly isKeyUsable: (apiKey: string, address: string) => boolean;
}

/** Something that is shown in a language, in all of them: the main thread does not know those of a gateway's clients. */
export type InAllLanguages<Data> = Readonly<Record<Language, Data>>;

/** A message for one user. */
interface SentPersonal {
  readonly userId: number;
  readonly type: PersonalPush["type"];
  readonly data: InAllLanguages<ReturnType<PersonalPush["data"]>>;
}

/** What the main thread sends to the sockets of all gateways. All values can be copied. */
export interface SocketPushes extends Methods {
  readonly sessionEnded: (ended: EndedSession) => void;
  /** @param seq last command that the main thread has received */
  readonly movement: (movement: Movement, seq: number) => void;
  readonly personal: (push: SentPersonal) => void;
  readonly announcement: (data: InAllLanguages<ReturnType<Announcement["data"]>>) => void;
  readonly olderBars: (older: OlderBars) => void;
  /** A listen key was renewed, or with 0 has ended. */
  readonly listenKeyChanged: (listenKey: string, expiresAtMs: number) => void;
  /** The id that a program chose for the cancel of an order or list; `undefined` if it was rejected. */
  readonly cancelId: (number: number, id: string | undefined) => void;
  /** A program has labeled an order that will be placed; with `isOver` it is placed or was refused. */
  readonly comingLabel: (coming: ComingLabel, isOver: boolean) => void;
  readonly keptLabel: (kept: KeptLabel) => void;
}
