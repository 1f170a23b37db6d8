import { expect, test } from "vitest";
import { DEFAULT_LADDER, planLadder, prioritizeChanges, type RestingQuote } from "./quote-ladder.ts";
import { seededRandom } from "./testing/seeded-random.ts";

const market = { minLots: 1, maxLots: 10_000_000, minValue: 5, valuePerTickLot: 0.000_001 };
const INDEX = 674_125;

function filled(index: number, seed = 1): RestingQuote[] {
  const { place } = planLadder(index, [], market, DEFAULT_LADDER, seededRandom(seed));
  return place.map((quote, i) => ({ orderId: String(i), side: quote.side, priceTicks: quote.priceTicks }));
}

test("LIQ-01 an empty book gets a full ladder on both sides that never crosses the index", () => {
  const { place, cancel } = planLadder(INDEX, [], market, DEFAULT_LADDER, seededRandom(1));
  expect(cancel).toEqual([]);
  expect(place).toHaveLength(DEFAULT_LADDER.rungs * 2);
  for (const quote of place) {
    if (quote.side === "buy") expect(quote.priceTicks).toBeLessThan(INDEX);
    else expect(quote.priceTicks).toBeGreaterThan(INDEX);
    expect(quote.quantityLots * quote.priceTicks * market.valuePerTickLot).toBeGreaterThanOrEqual(
      market.minValue,
    );
  }
});

test("LIQ-01 the spread and the depth are those of a small exchange: under 0.05 % apart, over 50,000 within 2 %", () => {
  const { place } = planLadder(INDEX, [], market, DEFAULT_LADDER, seededRandom(7));
  const bid = Math.max(...place.filter((quote) => quote.side === "buy").map((quote) => quote.priceTicks));
  const ask = Math.min(...place.filter((quote) => quote.side === "sell").map((quote) => quote.priceTicks));
  expect((ask - bid) / INDEX).toBeLessThan(0.0005);
  const near = place.filter((quote) => Math.abs(quote.priceTicks - INDEX) < INDEX * 0.02);
  const value = near.reduce(
    (sum, quote) => sum + quote.quantityLots * quote.priceTicks * market.valuePerTickLot,
    0,
  );
  expect(value).toBeGreaterThan(50_000);
});

test("LIQ-02 an unchanged index changes nothing, a small move changes little", () => {
  const resting = filled(INDEX);
  expect(planLadder(INDEX, resting, market, DEFAULT_LADDER, seededRandom(2))).toEqual({
    cancel: [],
    place: [],
  });
  const small = planLadder(Math.round(INDEX * 1.0001), resting, market, DEFAULT_LADDER, seededRandom(2));
  expect(small.cancel.length + small.place.length).toBeLessThanOrEqual(14);
});

test("LIQ-02 after a jump no order is left on the wrong side of the index", () => {
  const resting = filled(INDEX);
  const index = Math.round(INDEX * 1.01);
  const { cancel, place } = planLadder(index, resting, market, DEFAULT_LADDER, seededRandom(3));
  const kept = resting.filter((quote) => !cancel.includes(quote));
  for (const quote of [...kept, ...place]) {
    expect(quote.side === "buy" ? quote.priceTicks < index : quote.priceTicks > index).toBe(true);
  }
  expect(kept.length + place.length).toBe(DEFAULT_LADDER.rungs * 2);
});

test("LIQ-02 a maker that may do little while the price moves on leaves no side of its book empty", () => {
  const changesARound = 8;
  let resting = filled(INDEX);
  let index = INDEX;
  for (let round = 0; round < 30; round++) {
    index = Math.round(index * 1.003);
    const plan = planLadder(index, resting, market, DEFAULT_LADDER, seededRandom(round));
    // Quotes on the wrong side are removed first, whatever it costs.
    const wrong = resting.filter(({ side, priceTicks }) => side === "sell" && priceTicks <= index).length;
    for (const change of prioritizeChanges(plan, index).slice(0, wrong + changesARound)) {
      if ("cancel" in change) resting = resting.filter((quote) => quote !== change.cancel);
      else resting = [...resting, { ...change.place, orderId: `${round}/${resting.length}` }];
    }
    const bids = resting.filter(({ side }) => side === "buy").map(({ priceTicks }) => priceTicks);
    const asks = resting.filter(({ side }) => side === "sell").map(({ priceTicks }) => priceTicks);
    expect(Math.min(...asks)).toBeGreaterThan(index);
    expect(Math.max(...bids)).toBeLessThan(index);
    expect(Math.max(...bids)).toBeGreaterThan(index * 0.999);
  }
});
