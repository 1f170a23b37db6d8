import { CALLS, type CallName, type CallReply, type CallRequest } from "@candor/wire/calls";
import { type Outcome, Rejected } from "@candor/wire/rejection";
import type { LiveSession } from "../../people/identity/session-register.ts";
import type { ApiLimits } from "./api-limits.ts";
import type { CallHandlers, CallOrigin } from "./call-context.ts";
import { type Dispatcher, type PreparedCall, prepareCall } from "./dispatcher.ts";
import type { Payload } from "./envelope.ts";
import type { CallMeter } from "./metrics.ts";

/**
 * Gives another API access to the wire's calls, with the same limits, checks and handlers, so that its orders are
 * processed like any other.
 */
export class InternalCalls {
  private readonly dispatcher: Dispatcher;
  private readonly handlers: Partial<CallHandlers>;
  private readonly meterOf: (name: CallName) => CallMeter;
  private readonly isApi: boolean;
  private readonly prepared = new Map<CallName, PreparedCall>();

  /**
   * @param handlers only their calls can be made
   * @param isApi whether the calls count in the limits of the APIs for Binance clients instead of the wire's
   */
  constructor(
    dispatcher: Dispatcher,
    handlers: Partial<CallHandlers>,
    meterOf: (name: CallName) => CallMeter,
    isApi = false,
  ) {
    this.dispatcher = dispatcher;
    this.handlers = handlers;
    this.meterOf = meterOf;
    this.isApi = isApi;
  }

  /** The limits of the APIs for Binance clients. */
  get api(): ApiLimits {
    return this.dispatcher.apiLimits;
  }

  /** Returns why the API's limits would reject the user's next order, or `undefined` if they would not. Counts nothing. */
  refuseOrder(name: CallName, { userId }: LiveSession): Rejected | undefined {
    return this.api.foreseeOrder(name, userId, this.dispatcher.now());
  }

  /** Returns why the caller may not read now, or `undefined` if they may. Counts nothing. */
  refuseReader(session: LiveSession): Rejected | undefined {
    return this.dispatcher.refuseReader(CALLS.record, session);
  }

  /**
   * Performs a call that its user requested earlier. Runs only the handler and does not count toward any limit.
   * @param serverKey the order's key, which may be one that clients cannot use
   */
  async performFor<Name extends CallName>(
    name: Name,
    payload: Payload,
    userId: number,
    serverKey?: string,
  ): Promise<Outcome<CallReply<Name>>> {
    const outcome = await this.dispatcher.performFor(this.prepare(name), payload, userId, serverKey);
    return outcome as Outcome<CallReply<Name>>;
  }

  /** Admits a call and executes it. Never rejects. */
  perform<Name extends CallName>(
    name: Name,
    payload: Payload,
    session: LiveSession,
    origin: CallOrigin,
  ): Promise<Outcome<CallReply<Name>>> {
    const request = this.admit(name, payload, session, origin);
    return request instanceof Rejected
      ? Promise.resolve(request)
      : this.execute(name, request, session, origin);
  }

  /** Counts a call toward its limits and checks its caller and form. Returns the checked request. */
  admit<Name extends CallName>(
    name: Name,
    payload: Payload,
    session: LiveSession,
    origin: CallOrigin,
  ): Outcome<CallRequest<Name>> {
    const count = (): Rejected | undefined => this.api.takeOrder(name, session.userId, this.dispatcher.now());
    const performed = { session, origin, count: this.isApi ? count : undefined };
    const admitted = this.dispatcher.admit(this.prepare(name), payload, performed);
    return admitted as Outcome<CallRequest<Name>>;
  }

  /** Makes the counts for `admit` available, as CallLimits.prepare. */
  prepareAdmission(name: CallName, session: LiveSession, origin: CallOrigin): Promise<unknown> | undefined {
    return this.dispatcher.prepareAdmission(this.prepare(name), { session, origin });
  }

  /** Executes an admitted call. Never rejects. */
  execute<Name extends CallName>(
    name: Name,
    request: CallRequest<Name>,
    session: LiveSession,
    origin: CallOrigin,
  ): Promise<Outcome<CallReply<Name>>> {
    const outcome = this.dispatcher.execute(this.prepare(name), request, { session, origin });
    // Each handler returns the reply type of the call with the same name.
    return outcome as Promise<Outcome<CallReply<Name>>>;
  }

  private prepare(name: CallName): PreparedCall {
    let prepared = this.prepared.get(name);
    if (prepared === undefined) {
      const handler = this.handlers[name];
      if (handler === undefined) throw new Error(`the call ${name} is not served here`);
      prepared = prepareCall(CALLS[name], handler, this.meterOf(name));
      this.prepared.set(name, prepared);
    }
    return prepared;
  }
}
