import { BINANCE, BinanceError } from "../binance-error.ts";
import { OF_SOCKETS } from "../call-names.ts";
import type { ApiUsage } from "../served-api.ts";
import { OrderedSteps } from "../streams/ordered-steps.ts";
import type { StreamConnection } from "../streams/stream-connection.ts";
import type { StreamHub } from "../streams/stream-hub.ts";
import type { ApiKeyPort } from "./api-key-port.ts";
import { ApiLogon } from "./api-logon.ts";
import { type OpenedSubscription, UserSubscription } from "./user-subscription.ts";
import type { WsApi, WsApiMethod } from "./ws-api-methods.ts";
import { type ApiRequest, queryOf, readRequest, type UnreadableRequest } from "./ws-api-request.ts";

const SECOND_MS = 1_000;
/** Subscriptions of a connection at the same time, and over its whole life. */
const MAX_SUBSCRIPTIONS = 1_000;
const MAX_SUBSCRIPTION_IDS = 65_535;
const DIGITS = /^[0-9]+$/;
/** Binance's weight of a request about the connection itself. */
const OWN_WEIGHT = 2;

export interface WsApiPorts {
  readonly keys: ApiKeyPort;
  /** For account events on the same connection; futures have none. */
  readonly hub: Pick<StreamHub, "subscribe" | "unsubscribe"> | undefined;
  readonly api: WsApi;
  /** The exchange's time. */
  readonly now?: () => number;
  readonly reportFailure: (error: unknown) => void;
}

/**
 * One of Binance's WebSocket APIs on one connection. Its requests run as calls of the same API over HTTP, with the same
 * limits, checks and rejections. Account events of the spot API are sent on the same connection.
 */
export class WsApiSession {
  private readonly connection: StreamConnection;
  /** The client's address, also behind a proxy. */
  private readonly address: string;
  private readonly ports: WsApiPorts;
  private readonly logon: ApiLogon;
  private readonly subscriptions = new Map<number, UserSubscription>();
  /** Requests that need to wait for the check of a key delay those after them. */
  private readonly steps = new OrderedSteps();
  private nextSubscription = 0;
  private hasEnded = false;

  constructor(connection: StreamConnection, address: string, ports: WsApiPorts) {
    this.connection = connection;
    this.address = address;
    this.ports = ports;
    this.logon = new ApiLogon(ports.keys, address, () => this.nowMs());
  }

  /** Answers one message. */
  heard(text: string): void {
    const request = readRequest(text);
    const call = this.ports.api.methods.get(request.method ?? "");
    this.steps.add(() => {
      if (request.method === undefined || call === undefined) return this.answerOwn(request);
      this.connection.answerBeforeClose(this.perform(request, call));
      return undefined;
    });
  }

  /** Refuses a message beyond the connection's rate. */
  refuseMessage(text: string): void {
    this.refuse(readRequest(text), BINANCE.tooManyRequests(1), undefined);
  }

  private nowMs(): number {
    return this.ports.now?.() ?? Date.now();
  }

  /** Called when the connection has closed. */
  end(): void {
    this.hasEnded = true;
    for (const subscription of this.subscriptions.values()) subscription.end();
    this.subscriptions.clear();
  }

  /** Counts and answers requests about the connection itself, and unreadable ones, which are no calls. */
  private answerOwn(request: ApiRequest | UnreadableRequest): Promise<void> | undefined {
    const { exceeded, used, waitMs } = this.ports.api.countRequest(this.address, OWN_WEIGHT);
    const usage = { usedWeight: used };
    try {
      if (exceeded !== undefined) throw BINANCE.tooMuchWeight(exceeded, Math.ceil(waitMs / SECOND_MS));
      if (request.method === undefined) throw BINANCE.jsonRequest();
      const accept = (result: unknown): void => this.answer(request, { status: 200, result }, usage);
      const outcome = this.own(request);
      if (outcome instanceof Promise)
        return outcome.then(accept).catch((error: unknown) => this.refuse(request, error, usage));
      accept(outcome);
    } catch (error) {
      this.refuse(request, error, usage);
    }
    return undefined;
  }

  private own(request: ApiRequest): unknown {
    switch (request.method) {
      case "userDataStream.subscribe.signature":
        return this.subscribe(request, undefined);
      case "userDataStream.subscribe":
        if (this.logon.apiKey === undefined) throw BINANCE.keyForm();
        return this.subscribe(request, this.logon.apiKey);
      case "userDataStream.unsubscribe":
        return this.unsubscribe(request);
      case "session.subscriptions":
        return [...this.subscriptions.keys()].map((subscriptionId) => ({ subscriptionId }));
      case "session.logon": {
        const entering = this.logon.enter(request);
        if (entering === undefined) break;
        return entering.then(() => this.status());
      }
      case "session.logout":
        this.logon.leave();
        this.terminate(({ isOfLogon }) => isOfLogon);
        break;
      case "session.status":
        break;
      default:
        throw BINANCE.unsupported(request.method);
    }
    return this.status();
  }

  private get hub(): NonNullable<WsApiPorts["hub"]> {
    const { hub } = this.ports;
    if (hub === undefined) throw BINANCE.unsupported("Account events are sent by listen keys.");
    return hub;
  }

  private status() {
    return this.logon.status(this.subscriptions.size > 0);
  }

  /** @param loggedOn the key of a logged-on connection; undefined when the request is signed itself */
  private subscribe(request: ApiRequest, loggedOn: string | undefined) {
    // Refused before a listen key is opened.
    void this.hub;
    const query = queryOf(request);
    const apiKey = loggedOn ?? String(request.params.apiKey ?? "");
    const shown = { apiKey, query, form: "", address: this.address };
    const held = this.ports.keys.holdStream(shown, loggedOn !== undefined);
    const isOfLogon = loggedOn !== undefined;
    return held instanceof Promise
      ? held.then((stream) => this.subscribed({ held: stream, isOfLogon }))
      : this.subscribed({ held, isOfLogon });
  }

  private subscribed(opened: OpenedSubscription) {
    const refusal = this.subscriptionRefusal(opened);
    if (refusal !== undefined) {
      this.ports.keys.endStream(opened.held);
      throw refusal;
    }
    const subscriptionId = this.nextSubscription;
    this.nextSubscription += 1;
    const subscription = new UserSubscription(subscriptionId, this.connection, opened, {
      keys: this.ports.keys,
      hub: this.hub,
    });
    this.subscriptions.set(subscriptionId, subscription);
    return { subscriptionId };
  }

  private subscriptionRefusal({ held }: OpenedSubscription): BinanceError | undefined {
    if (this.hasEnded || this.subscriptions.size >= MAX_SUBSCRIPTIONS)
      return BINANCE.unsupported("Too many subscriptions.");
    const isSubscribed = [...this.subscriptions.values()].some(({ userId }) => userId === held.userId);
    if (isSubscribed) return BINANCE.subscriptionActive();
    return this.nextSubscription >= MAX_SUBSCRIPTION_IDS ? BINANCE.subscriptionIds() : undefined;
  }

  /** Ends one subscription, or all when none is named. */
  private unsubscribe({ params }: ApiRequest) {
    const wanted = readSubscriptionId(params.subscriptionId);
    if (wanted !== undefined && !this.subscriptions.has(wanted)) throw BINANCE.subscriptionInactive();
    this.terminate((_subscription, id) => wanted === undefined || id === wanted);
    return {};
  }

  private terminate(isMeant: (subscription: UserSubscription, id: number) => boolean): void {
    for (const [id, subscription] of this.subscriptions) {
      if (!isMeant(subscription, id)) continue;
      this.subscriptions.delete(id);
      subscription.terminate(this.nowMs());
    }
  }

  private async perform(request: ApiRequest, call: WsApiMethod): Promise<void> {
    let query: string;
    try {
      query = queryOf(request);
    } catch (error) {
      // It never became a call, which would have counted it.
      const { used } = this.ports.api.countRequest(this.address, 1);
      this.refuse(request, error, { usedWeight: used });
      return;
    }
    const loggedOn = request.params.apiKey === undefined ? this.logon.apiKey : undefined;
    const apiKey = loggedOn ?? request.params.apiKey;
    const { body, lost, retrySeconds, status, ...usage } = await call({
      apiKey: typeof apiKey === "string" ? apiKey : undefined,
      query,
      form: "",
      address: this.address,
      isLoggedOn: loggedOn !== undefined,
      ofTransport: OF_SOCKETS,
      inMicroseconds: this.connection.inMicroseconds,
    });
    if (lost !== undefined) {
      if (lost === "drop") this.connection.socket.terminate();
      return;
    }
    // The key was removed, or may no longer be used from this address.
    if (loggedOn !== undefined && status === 401) await this.logon.logOffIfInvalid();
    const retry = retrySeconds === undefined ? {} : { data: retryOf(retrySeconds, this.nowMs()) };
    const answer = status === 200 ? { result: body } : { error: { ...(body as object), ...retry } };
    this.answer(request, { status, ...answer }, usage);
  }

  /** Returns the used part of the limits of orders, for a call that places some, and of the limit of weights. */
  private usedOf({ orders = [], usedWeight }: ApiUsage): readonly object[] {
    return [...orders, { ...this.ports.api.weightLimit, count: usedWeight }];
  }

  /** @param usage undefined if the request was not counted */
  private answer(request: ApiRequest | UnreadableRequest, answer: object, usage: ApiUsage | undefined): void {
    const isRefused = "params" in request && request.params.returnRateLimits === false;
    const isWanted = usage !== undefined && !isRefused;
    const limits = isWanted ? { rateLimits: this.usedOf(usage) } : {};
    this.connection.answer({ id: request.id, ...answer, ...limits });
  }

  private refuse(request: ApiRequest | UnreadableRequest, error: unknown, usage: ApiUsage | undefined): void {
    if (!(error instanceof BinanceError)) this.ports.reportFailure(error);
    const refusal = error instanceof BinanceError ? error : BINANCE.unknown();
    const { status, code, message, retrySeconds } = refusal;
    const retry = retrySeconds === undefined ? {} : { data: retryOf(retrySeconds, this.nowMs()) };
    this.answer(request, { status, error: { code, msg: message, ...retry } }, usage);
  }
}

/** Returns a whole number or its digits as a number. Anything else, which `Number` might read as 0, throws -1100. */
function readSubscriptionId(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const isText = typeof value === "string" || typeof value === "number";
  if (!isText || !DIGITS.test(String(value))) throw BINANCE.malformed("subscriptionId");
  return Number(value);
}

/** When a retry makes sense. */
function retryOf(retrySeconds: number, serverTime: number) {
  return { serverTime, retryAfter: serverTime + retrySeconds * SECOND_MS };
}
