import type { CallRequest } from "@candor/wire/calls";
import { type FieldProblem, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { Listings } from "../../../market/market-data/listings.ts";
import type { LiveSession } from "../../../people/identity/session-register.ts";
import type { CallOrigin } from "../../gateway/call-context.ts";
import type { InternalCalls } from "../../gateway/call-door.ts";
import { checkTicket, type Ticket } from "../../gateway/calls/check-ticket.ts";
import type { Payload } from "../../gateway/envelope.ts";
import { FailedReplacement, type OrderOutcome } from "./order-reply.ts";
import { type PlacedBy, placedBy } from "./placed-by.ts";
import type { ClaimedReplacement, ReplacementClaims } from "./replacement-claims.ts";

export interface ReplacementSources {
  readonly door: Pick<InternalCalls, "admit" | "execute">;
  readonly listings: Listings;
  readonly claims: ReplacementClaims;
}

/** A replacement whose two parts have been admitted. */
interface Replacement {
  readonly cancel: CallRequest<"cancel">;
  readonly ticket: Ticket;
  readonly session: LiveSession;
  readonly origin: CallOrigin;
}

/**
 * Replaces orders: cancels one, so that its funds are available, then places another. Both parts are counted and checked
 * before the cancel, including the market's listing; only what the exchange's state decides is checked after it. If the cancel is rejected, nothing is placed.
 *
 * A repeated request with the same `clientOrderId` gets the first answer while the server remembers it. Later, the
 * cancel is rejected, because the order is closed.
 */
export class Replacements {
  private readonly sources: ReplacementSources;

  constructor(sources: ReplacementSources) {
    this.sources = sources;
  }

  /** @param entered called once both parts have entered the exchange, or none will any more */
  replace(
    data: Payload,
    session: LiveSession,
    origin: CallOrigin,
    entered: () => void,
  ): OrderOutcome | Promise<OrderOutcome> {
    const replacement = this.admit(data, session, origin);
    if (replacement instanceof Rejected || replacement instanceof FailedReplacement) return replacement;
    const { cancel, ticket } = replacement;
    const { clientOrderId } = ticket.request;
    if (clientOrderId === undefined) return this.execute(replacement, entered);
    const claimed = { userId: session.userId, clientOrderId, fingerprint: JSON.stringify([cancel, ticket]) };
    const known = this.sources.claims.claim(claimed);
    if (!(known instanceof Promise)) return known ?? this.executeOnce(replacement, claimed, entered);
    return known.then((answer) => answer ?? this.executeOnce(replacement, claimed, entered));
  }

  /** Counts both parts toward their limits, and checks their form and the new order against its market's listing. */
  private admit(
    { cancel, place, ...others }: Payload,
    session: LiveSession,
    origin: CallOrigin,
  ): Replacement | Rejected | FailedReplacement {
    const problems = formProblems({ cancel, place }, others);
    if (problems.length > 0) return rejectFields("trade.invalidParameters", ...problems);
    const placed = placedBy(place as Payload);
    if (placed instanceof Rejected) return failed("place", placed);
    const ticket = this.admitPlace(placed, session, origin);
    if (ticket instanceof Rejected) return failed("place", ticket);
    const canceled = this.sources.door.admit("cancel", cancel as Payload, session, origin);
    if (canceled instanceof Rejected) return failed("cancel", canceled);
    return { cancel: canceled, ticket, session, origin };
  }

  private admitPlace(
    { name, payload }: PlacedBy,
    session: LiveSession,
    origin: CallOrigin,
  ): Ticket | Rejected {
    if (payload.product === "option")
      return rejectFields("trade.invalidParameters", { path: "product", reason: "range" });
    const request = this.sources.door.admit(name, payload, session, origin);
    if (request instanceof Rejected) return request;
    // Each call's admission returns its own request.
    const ticket = { name, request } as Ticket;
    return checkTicket(this.sources.listings, ticket, session.userId) ?? ticket;
  }

  /** Settles the claim, so that repeated requests get this answer. */
  private async executeOnce(
    replacement: Replacement,
    claimed: ClaimedReplacement,
    entered: () => void,
  ): Promise<OrderOutcome> {
    const { claims } = this.sources;
    try {
      const outcome = await this.execute(replacement, entered);
      claims.settle(claimed, outcome);
      return outcome;
    } catch (error) {
      claims.settle(claimed, reject("system.failure"));
      throw error;
    }
  }

  private async execute(
    { cancel, ticket, session, origin }: Replacement,
    entered: () => void,
  ): Promise<OrderOutcome> {
    const { door } = this.sources;
    const canceled = await door.execute("cancel", cancel, session, origin);
    if (canceled instanceof Rejected) return failed("cancel", canceled);
    const placing = door.execute(ticket.name, ticket.request, session, origin);
    entered();
    const placed = await placing;
    return placed instanceof Rejected ? failed("place", placed, canceled) : { canceled, placed };
  }
}

function formProblems(parts: Payload, others: Payload): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const [path, part] of Object.entries(parts)) {
    if (part === undefined) problems.push({ path, reason: "missing" });
    else if (typeof part !== "object" || Array.isArray(part)) problems.push({ path, reason: "type" });
  }
  for (const path of Object.keys(others)) problems.push({ path, reason: "unknown" });
  return problems;
}

/** Names the fields of a part as in the message. */
function failed(part: "cancel" | "place", rejected: Rejected, canceled?: object): FailedReplacement {
  const { error, fields, params, wording } = rejected;
  const named = fields?.map(({ path, reason }) => ({ path: `${part}.${path}`, reason }));
  return new FailedReplacement(part, new Rejected(error, params, named, wording), canceled);
}
