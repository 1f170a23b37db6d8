import type { AccountView, DurableEvent } from "@candor/domain/engine-port";
import type { OrderState } from "@candor/domain/events/events";
import type { ApiRevision } from "../../../../config/api-settings.ts";
import type { Listings } from "../../../../market/market-data/listings.ts";
import type { UserReport } from "../../streams/user-reports.ts";
import type { SharedEvents, UserMessage } from "../../streams/user-streams.ts";
import { MarginCallEvents } from "./margin-call-events.ts";
import { TrailingActivations } from "./trailing-activations.ts";

/** What prices cause in the contract streams of users: activations of trailing stops, then margin calls. */
export class SharedContractEvents implements SharedEvents {
  readonly kinds: readonly number[];
  private readonly trailing: TrailingActivations;
  private readonly parts: readonly [TrailingActivations, MarginCallEvents];
  private readonly revision: ApiRevision;

  constructor(listings: Listings, revision: ApiRevision) {
    this.trailing = new TrailingActivations(listings);
    this.parts = [this.trailing, new MarginCallEvents(listings)];
    this.kinds = [...new Set(this.parts.flatMap(({ kinds }) => kinds))];
    this.revision = revision;
  }

  begin(userId: number, view: AccountView): void {
    for (const part of this.parts) part.begin(userId, view);
  }

  end(userId: number): void {
    for (const part of this.parts) part.end(userId);
  }

  /** Call it once the report's own events are made. */
  follow(report: UserReport): void {
    for (const part of this.parts) part.follow(report);
  }

  isActive(order: OrderState): boolean {
    return this.trailing.isActive(order);
  }

  event(event: DurableEvent): void {
    for (const part of this.parts) if (part.kinds.includes(event.kind)) part.event(event);
  }

  take(nowMs: number): readonly UserMessage[] {
    const [trailing, calls] = this.parts.map((part) => part.take(nowMs));
    // In the API of 2025, conditional orders have no events of their own.
    return [...(this.revision === "2026" ? (trailing ?? []) : []), ...(calls ?? [])];
  }
}
