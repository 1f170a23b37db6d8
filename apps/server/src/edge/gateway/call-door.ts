import { CALLS, type CallName, type CallReply } from "@candor/wire/calls";
import type { Outcome, Rejected } from "@candor/wire/rejection";
import type { FastifyRequest } from "fastify";
import type { LiveSession } from "../../people/identity/session-register.ts";
import type { CallHandlers } from "./call-context.ts";
import type { CountedRequest } from "./call-limits.ts";
import { type Dispatcher, type PreparedCall, prepareCall } from "./dispatcher.ts";
import type { Payload } from "./envelope.ts";
import type { CallMeter } from "./metrics.ts";

/**
 * The wire's calls for another API in front of them: the same limits, checks and handlers, so that an order by it is an
 * order like any other.
 */
export class CallDoor {
  private readonly dispatcher: Dispatcher;
  private readonly handlers: CallHandlers;
  private readonly meterOf: (name: CallName) => CallMeter;
  private readonly prepared = new Map<CallName, PreparedCall>();

  constructor(dispatcher: Dispatcher, handlers: CallHandlers, meterOf: (name: CallName) => CallMeter) {
    this.dispatcher = dispatcher;
    this.handlers = handlers;
    this.meterOf = meterOf;
  }

  /** Counts a request of an address as so many, unless it is too much. */
  countRequest(address: string, weight: number): CountedRequest {
    return this.dispatcher.countRequest(address, weight);
  }

  /** How many orders of a user the limit has counted in its newest window. */
  usedOrders(userId: number): number {
    return this.dispatcher.usedOrders(userId);
  }

  /** Why the limit would refuse the user's next order; undefined: it would not. Nothing is counted. */
  refuseOrder(session: LiveSession): Rejected | undefined {
    return this.dispatcher.refuseOrder(CALLS.contractOrder, session);
  }

  /** Why the caller may not read now; undefined: they may. Counted as so many reads. */
  refuseReader(session: LiveSession, weight: number): Rejected | undefined {
    return this.dispatcher.refuseReader({ ...CALLS.record, weight }, session);
  }

  /** A call for a user who asked for it earlier: it is handled alone, and counts towards no limit. */
  async performFor<Name extends CallName>(
    name: Name,
    payload: Payload,
    userId: number,
  ): Promise<Outcome<CallReply<Name>>> {
    const outcome = await this.dispatcher.performFor(this.prepare(name), payload, userId);
    return outcome as Outcome<CallReply<Name>>;
  }

  async perform<Name extends CallName>(
    name: Name,
    payload: Payload,
    session: LiveSession,
    request: FastifyRequest,
  ): Promise<Outcome<CallReply<Name>>> {
    const prepared = this.prepare(name);
    const outcome = await this.dispatcher.perform({ prepared, payload, session }, request);
    // The handler of the name answers with its call's reply.
    return outcome as Outcome<CallReply<Name>>;
  }

  private prepare(name: CallName): PreparedCall {
    const prepared =
      this.prepared.get(name) ?? prepareCall(CALLS[name], this.handlers[name], this.meterOf(name));
    this.prepared.set(name, prepared);
    return prepared;
  }
}
