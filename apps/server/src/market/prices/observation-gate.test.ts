import type { PriceE8 } from "@candor/money/brand";
import { expect, test } from "vitest";
import { ManualClock, settled } from "../../../../../test/support/feeds/manual-clock.ts";
import { ObservationGate } from "./observation-gate.ts";
import type { PriceObservation } from "./price-source.ts";

const START_MS = 1_700_000_000_000;

function observation(priceE8: number, observedAtMs = START_MS): PriceObservation {
  return { symbol: "BTCUSDT", priceE8: priceE8 as PriceE8, observedAtMs };
}

function gate(send: (each: PriceObservation) => Promise<void> = () => Promise.resolve()) {
  const clock = new ManualClock(START_MS);
  const sent: [number, number][] = [];
  const made = new ObservationGate(clock, (each) => {
    sent.push([clock.nowMs() - START_MS, each.priceE8]);
    return send(each);
  });
  return { clock, sent, gate: made };
}

test("FEED-09 of a hundred ticks a second four enter the journal, and the latest wins", async () => {
  const { clock, sent, gate: each } = gate();
  for (let tick = 0; tick <= 100; tick++) {
    each.offer(observation(tick + 1));
    await clock.pass(10, 10);
  }
  expect(sent).toEqual([
    [0, 1],
    [250, 25],
    [500, 50],
    [750, 75],
    [1_000, 100],
  ]);
});

test("FEED-09 an unchanged price is repeated every two seconds", async () => {
  const { clock, sent, gate: each } = gate();
  for (let tick = 0; tick < 50; tick++) {
    each.offer(observation(7, clock.nowMs()));
    await clock.pass(100, 100);
  }
  expect(sent).toEqual([
    [0, 7],
    [2_000, 7],
    [4_000, 7],
  ]);
});

test("FEED-09 a changed price does not wait for the repetition of the one before it", async () => {
  const { clock, sent, gate: each } = gate();
  each.offer(observation(7));
  await settled();
  each.offer(observation(7));
  await clock.pass(300, 100);
  each.offer(observation(8));
  expect(sent).toEqual([
    [0, 7],
    [300, 8],
  ]);
});

test("FEED-09 while the engine is busy with one observation only the latest of the others waits", async () => {
  let answer = (): void => {};
  const {
    clock,
    sent,
    gate: each,
  } = gate(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  for (let price = 1; price <= 30; price++) {
    each.offer(observation(price));
    await clock.pass(100, 100);
  }
  expect(sent).toEqual([[0, 1]]);
  answer();
  await settled();
  expect(sent).toEqual([
    [0, 1],
    [3_000, 30],
  ]);
});

test("FEED-09 a stopped gate passes nothing and leaves no timer", async () => {
  const { clock, sent, gate: each } = gate();
  each.offer(observation(1));
  await settled();
  each.offer(observation(2));
  each.stop();
  await clock.pass(1_000, 100);
  expect(sent).toEqual([[0, 1]]);
  expect(clock.waiting).toBe(0);
});
