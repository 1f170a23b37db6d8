import { Projector } from "@candor/server/records/projections/projector";
import { expect, onTestFinished, test, vi } from "vitest";
import { describeAdapters } from "../support/projections/adapters.ts";
import { contentOf } from "../support/projections/tables-content.ts";
import { openedExchange, randomOf, trade } from "./random-day.ts";

const USERS = 5;

describeAdapters("projector without hurry", (adapter) => {
  test("READ-53 the projector asks whether it may rest only while no caller waits, and writes the same", async () => {
    const exchange = openedExchange(USERS);
    const opening = exchange.batch();
    trade(exchange, 60, USERS, randomOf(7));
    const trades = exchange.batch();
    const database = await adapter.emptied();
    // Each time slice is used up at once.
    let clockMs = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (clockMs += 10));
    onTestFinished(() => void vi.restoreAllMocks());
    const isAwaited = vi.fn(() => false);
    const projector = await Projector.open({ ...database, isAwaited }, { limits: { groupDelayMs: 0 } });
    onTestFinished(() => projector.close());

    projector.accept(opening);
    await projector.drain();
    expect(isAwaited).not.toHaveBeenCalled();

    const written = new Promise<void>((resolve) => (projector.onProgress = resolve));
    projector.accept(trades);
    await written;
    expect(isAwaited).toHaveBeenCalled();
    const content = await contentOf(database.db);

    const again = await adapter.emptied();
    const hurried = await Projector.open(again);
    onTestFinished(() => hurried.close());
    for (const batch of [opening, trades]) hurried.accept(batch);
    await hurried.drain();
    expect(await contentOf(again.db)).toEqual(content);
  });
});
