import { Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { Listings } from "../../../market/market-data/listings.ts";
import type { InternalCalls } from "../../gateway/call-door.ts";
import { dropAbsent, isWithinBounds, type Payload } from "../../gateway/envelope.ts";
import type { BoundSession, Connection } from "../connection.ts";
import type { OrderMessage } from "../read-client-message.ts";
import { type OrderOutcome, writeOrderReply } from "./order-reply.ts";
import { placedBy } from "./placed-by.ts";
import type { ReplacementClaims } from "./replacement-claims.ts";
import { Replacements } from "./replacements.ts";

/** The calls behind order messages. */
export type OrderCalls = Pick<InternalCalls, "perform" | "admit" | "execute"> &
  Partial<Pick<InternalCalls, "prepareAdmission">>;

export interface SocketOrderSources {
  readonly door: OrderCalls;
  readonly listings: Listings;
  readonly now: () => number;
  readonly claims: ReplacementClaims;
  readonly maxUnanswered: number;
  /** Makes what `door` knows about the caller current, see SessionPort. */
  readonly refresh: (token: string) => Promise<void> | undefined;
  /** Called now and then while a session sends orders: use keeps it alive. */
  readonly useSession: (connection: Connection, session: BoundSession) => void;
  readonly reportFailure: (error: unknown) => void;
}

/** An order that is going to be executed and answered. */
interface AdmittedOrder {
  readonly connection: Connection;
  readonly session: BoundSession;
  readonly type: OrderMessage["type"];
  readonly id: OrderMessage["id"];
  readonly data: Payload;
}

/** How often orders count as use of their session. */
const SESSION_USE_MS = 60_000;

/**
 * Orders over the socket. They are performed as the calls of HTTP are: with the same limits, checks, handlers and
 * metrics. Every message is answered, in the order of completion, and a closed connection does not stop what it sent.
 */
export class SocketOrders {
  private readonly sources: SocketOrderSources;
  private readonly replacements: Replacements;
  /** Orders that wait until a replacement's new order has entered the exchange. */
  private readonly held = new Map<Connection, AdmittedOrder[]>();
  /** Messages that wait until what is known about their caller is current. */
  private readonly early = new Map<Connection, OrderMessage[]>();

  constructor(sources: SocketOrderSources) {
    this.sources = sources;
    this.replacements = new Replacements(sources);
  }

  receive(connection: Connection, message: OrderMessage): void {
    const early = this.early.get(connection);
    if (early !== undefined) {
      if (connection.unanswered + early.length < this.sources.maxUnanswered) early.push(message);
      else this.refuseTooMany(connection, message);
      return;
    }
    const { session } = connection;
    const waitsFor =
      session === undefined
        ? undefined
        : (this.sources.refresh(session.token) ?? this.limitsOf(connection, session, message));
    if (waitsFor === undefined) this.admit(connection, message);
    else {
      const waiting = [message];
      this.early.set(connection, waiting);
      void this.admitAfter(waitsFor, connection, waiting);
    }
  }

  /** Admits messages in the turn of the event loop in which what is known about their caller is current. */
  private async admitAfter(
    first: Promise<unknown>,
    connection: Connection,
    waiting: OrderMessage[],
  ): Promise<void> {
    try {
      await first;
      for (let message = waiting[0]; message !== undefined; message = waiting[0]) {
        const { session } = connection;
        const limits = session && this.limitsOf(connection, session, message);
        if (session !== undefined && limits !== undefined) {
          await limits;
          await this.sources.refresh(session.token);
          continue;
        }
        waiting.shift();
        this.admit(connection, message);
      }
      this.early.delete(connection);
    } catch {
      // The thread or process that knows the caller does not answer.
      this.early.delete(connection);
      for (const { id } of waiting) this.reply(connection, id, reject("system.unavailable"));
    }
  }

  /** Makes the counts of an order's calls available, where they are those of another process. */
  private limitsOf(
    { origin }: Connection,
    session: BoundSession,
    { data, type }: OrderMessage,
  ): Promise<unknown> | undefined {
    const { door } = this.sources;
    if (door.prepareAdmission === undefined || !isWithinBounds(data)) return undefined;
    const place = type === "order.replace" ? data.place : data;
    const placed =
      type === "order.cancel" || typeof place !== "object" || place === null
        ? undefined
        : placedBy(place as Payload);
    const due = [
      type === "order.place" ? undefined : door.prepareAdmission("cancel", session, origin),
      placed === undefined || placed instanceof Rejected
        ? undefined
        : door.prepareAdmission(placed.name, session, origin),
    ].filter((each) => each !== undefined);
    return due.length === 0 ? undefined : Promise.all(due);
  }

  private refuseTooMany(connection: Connection, { id }: OrderMessage): void {
    const { maxUnanswered } = this.sources;
    this.reply(connection, id, reject("trade.tooFast", { maxUnanswered }));
  }

  private admit(connection: Connection, message: OrderMessage): void {
    const { data, id, type } = message;
    const session = this.sessionOf(connection);
    if (id === undefined) this.reply(connection, id, malformed("id"));
    else if (!isWithinBounds(data)) this.reply(connection, id, malformed("data"));
    else if (session instanceof Rejected) this.reply(connection, id, session);
    else if (connection.unanswered >= this.sources.maxUnanswered) this.refuseTooMany(connection, message);
    else {
      dropAbsent(data, []);
      connection.unanswered += 1;
      const order = { connection, session, type, id, data };
      const held = this.held.get(connection);
      if (held === undefined) void this.answer(order);
      else held.push(order);
    }
  }

  private sessionOf(connection: Connection): BoundSession | Rejected {
    const { session } = connection;
    if (session === undefined) return reject(connection.sessionLost ? "session.expired" : "user.notLoggedIn");
    const nowMs = this.sources.now();
    if (session.expiresAtMs <= nowMs) return reject("session.expired");
    if (nowMs - connection.sessionUsedAtMs >= SESSION_USE_MS) {
      connection.sessionUsedAtMs = nowMs;
      this.sources.useSession(connection, session);
    }
    return session;
  }

  /** Executes up to the first wait before it returns, so that commands enter the engine in the order of their messages. */
  private async answer(order: AdmittedOrder): Promise<void> {
    const { connection, id } = order;
    let outcome: OrderOutcome;
    try {
      outcome = order.type === "order.replace" ? await this.replace(order) : await this.perform(order);
    } catch (error) {
      this.sources.reportFailure(error);
      outcome = reject("system.failure");
    }
    connection.unanswered -= 1;
    this.reply(connection, id, outcome);
  }

  /** Messages that arrive before the new order has entered the exchange are held, so that they cannot overtake it. */
  private async replace({ connection, session, data }: AdmittedOrder): Promise<OrderOutcome> {
    const held: AdmittedOrder[] = [];
    this.held.set(connection, held);
    const release = (): void => {
      if (this.held.get(connection) !== held) return;
      const refreshing = held.length === 0 ? undefined : this.sources.refresh(session.token);
      if (refreshing === undefined) releaseNow();
      else refreshing.then(releaseNow, releaseNow);
    };
    const releaseNow = (): void => {
      if (this.held.get(connection) !== held) return;
      this.held.delete(connection);
      for (const [at, order] of held.entries()) {
        void this.answer(order);
        const next = this.held.get(connection);
        if (next === undefined) continue;
        next.push(...held.slice(at + 1));
        return;
      }
    };
    try {
      return await this.replacements.replace(data, session, connection.origin, release);
    } finally {
      release();
    }
  }

  private perform({
    connection: { origin },
    session,
    type,
    data,
  }: AdmittedOrder): OrderOutcome | Promise<OrderOutcome> {
    const { door } = this.sources;
    if (type === "order.cancel") return door.perform("cancel", data, session, origin);
    const placed = placedBy(data);
    return placed instanceof Rejected ? placed : door.perform(placed.name, placed.payload, session, origin);
  }

  private reply(connection: Connection, id: OrderMessage["id"], outcome: OrderOutcome): void {
    connection.queue(writeOrderReply(id, outcome, connection.language, this.sources.now()));
  }
}

function malformed(path: "id" | "data"): Rejected {
  return rejectFields("trade.invalidParameters", { path, reason: "format" });
}
