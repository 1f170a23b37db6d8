import { readEvents } from "@candor/codec/event-reader";
import type { ExchangeEvent } from "@candor/domain/events/events";
import { JournalReader } from "@candor/journal/journal-reader";
import { EXCHANGE_JOURNAL, exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { newExchange } from "@candor/server/engine/runtime/exchange-machine";
import { FrameReplay } from "@candor/server/engine/runtime/frame-replay";
import { readSkips } from "@candor/server/engine/runtime/skip-list";
import { Auditor } from "@candor/simulator/auditor";

/** Changes of orders by user, each as `sequence number/order/status`, in the order of the journal. */
export type OrderChanges = ReadonlyMap<number, readonly string[]>;

/**
 * Executes the whole journal of a home again. The independent auditor recomputes every balance from the events, and
 * throws an AuditError if money was made or lost.
 * @returns what a user's sockets must have received
 */
export function auditHistory(home: string): OrderChanges {
  const directories = exchangeHome(home);
  const exchange = newExchange();
  const auditor = new Auditor();
  const changes = new Map<number, string[]>();
  const replay = new FrameReplay(exchange, 0, readSkips(directories), 0, ({ words }) => {
    for (const events of byCommand(readEvents(words))) {
      auditor.command(events);
      noteOrders(events, changes);
    }
  });
  new JournalReader(directories.journalDirectory, EXCHANGE_JOURNAL).read((frame) => replay.run(frame));
  replay.finish();
  auditor.compare(exchange);
  return changes;
}

function byCommand(events: readonly ExchangeEvent[]): readonly (readonly ExchangeEvent[])[] {
  const commands: ExchangeEvent[][] = [];
  for (const event of events)
    if (event.kind === "executed") commands.push([event]);
    else commands.at(-1)?.push(event);
  return commands;
}

function noteOrders(events: readonly ExchangeEvent[], changes: Map<number, string[]>): void {
  const [first] = events;
  if (first?.kind !== "executed") throw new Error("events without their command");
  for (const event of events) {
    if (event.kind !== "order-changed") continue;
    const ofUser = changes.get(event.userId) ?? [];
    ofUser.push(`${first.seq}/${event.orderId}/${event.status}`);
    changes.set(event.userId, ofUser);
  }
}
