import { expect, onTestFinished, test } from "vitest";
import type { ReadModelDatabase } from "../../apps/server/src/projections/database.ts";
import { Projector } from "../../apps/server/src/projections/projector.ts";
import { describeAdapters, type Place } from "./adapters.ts";
import { openedExchange, randomOf, trade } from "./random-day.ts";
import { contentOf } from "./tables-content.ts";

const USERS = 5;

async function opened(place: Place): Promise<ReadModelDatabase> {
  const database = await place.open();
  onTestFinished(() => database.close());
  return database;
}

describeAdapters("projector", (adapter) => {
  test("READ-01 what was projected in many small transactions equals what was projected in one", async () => {
    const seed = 20_261_121;
    const exchange = openedExchange(USERS);
    trade(exchange, 400, USERS, randomOf(seed));
    const whole = exchange.batch();

    const one = await opened(await adapter.newPlace());
    const once = await Projector.open(one);
    once.accept(whole);
    await once.drain();

    const many = await opened(await adapter.newPlace());
    const again = openedExchange(USERS);
    const random = randomOf(seed);
    const projector = await Projector.open(many, { limits: { maxGroupRows: 7 } });
    projector.accept(again.batch());
    trade(again, 400, USERS, random);
    projector.accept(again.batch());
    await projector.drain();

    expect(projector.reachedSeq).toBe(exchange.seq);
    expect(projector.written.transactions).toBeGreaterThan(once.written.transactions);
    const content = await contentOf(many.db);
    expect(content).toEqual(await contentOf(one.db));
    expect(content.orders?.length).toBeGreaterThan(150);
    expect(content.fills?.length).toBeGreaterThan(20);
    expect(content.order_outcomes?.length).toBeGreaterThan(5);
  });
});
