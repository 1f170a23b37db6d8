import {
  SELF_TRADE_MODES,
  type SelfTrade,
  TIMES_IN_FORCE,
  type TimeInForce,
} from "@candor/domain/enumerations";
import { beforeEach, describe, expect, test } from "vitest";
import { BUY, ORDER_ID, REMAINING_LOTS, SELL } from "../memory/order-slab.ts";
import { type BookListener, PLACE_OUTCOMES, type PlaceOutcome } from "./book-listener.ts";
import { NaiveBook } from "./naive-book.ts";
import { RuledBook } from "./ruled-book.ts";

const ALICE = 1;
const BOB = 2;
const CAROL = 3;

interface Market {
  place(
    user: number,
    side: number,
    ticks: number,
    lots: number,
    timeInForce?: TimeInForce,
    selfTrade?: SelfTrade,
  ): PlaceOutcome;
  cancel(orderId: number): boolean;
  reduce(orderId: number, lots: number): boolean;
  /** The remainder of the last `place`. */
  readonly leftLots: number;
  /** [order id, lots]: buys, then sells, in priority order. */
  readonly resting: number[][];
}

function fastMarket(listener: BookListener): Market {
  const market = new RuledBook(listener);
  return {
    place: (user, side, ticks, lots, timeInForce = "gtc", selfTrade = "expire-taker") =>
      PLACE_OUTCOMES[
        market.place(
          user,
          side,
          ticks,
          lots,
          TIMES_IN_FORCE.indexOf(timeInForce),
          SELF_TRADE_MODES.indexOf(selfTrade),
        )
      ] ?? "refused",
    cancel: (orderId) => market.cancel(orderId),
    reduce: (orderId, lots) => market.reduce(orderId, lots),
    get leftLots() {
      return market.leftLots;
    },
    get resting() {
      const found: number[][] = [];
      for (const side of [BUY, SELL])
        market.book.forEachOrder(side, (slot) =>
          found.push([
            market.slab.numbers[(slot >> 1) + ORDER_ID] as number,
            market.slab.ints[slot + REMAINING_LOTS] as number,
          ]),
        );
      return found;
    },
  };
}

function naiveMarket(listener: BookListener): Market {
  const market = new NaiveBook(listener);
  return {
    place: (user, side, ticks, lots, timeInForce = "gtc", selfTrade = "expire-taker") =>
      market.place(user, side, ticks, lots, timeInForce, selfTrade),
    cancel: (orderId) => market.cancel(orderId),
    reduce: (orderId, lots) => market.reduce(orderId, lots),
    get leftLots() {
      return market.leftLots;
    },
    get resting() {
      return [BUY, SELL].flatMap((side) => market.inPriority(side).map(({ id, lots }) => [id, lots]));
    },
  };
}

describe.each([
  ["fast", fastMarket],
  ["naive", naiveMarket],
] as const)("the rules of the %s book", (_, open) => {
  let emitted: string[];
  let market: Market;

  beforeEach(() => {
    emitted = [];
    market = open({
      onTrade: (maker, taker, lots, ticks, left) =>
        emitted.push(`${taker} takes ${lots} at ${ticks} from ${maker}, ${left} left`),
      onMakerExpired: (maker) => emitted.push(`${maker} expires`),
    });
  });

  test("BOOK-10 a good-till-canceled order fills what crosses at the makers' prices, then rests", () => {
    market.place(ALICE, SELL, 100, 3);
    market.place(BOB, SELL, 101, 3);
    market.place(BOB, SELL, 103, 3);
    expect(market.place(CAROL, BUY, 102, 10)).toBe("resting");
    expect(emitted).toEqual(["4 takes 3 at 100 from 1, 0 left", "4 takes 3 at 101 from 2, 0 left"]);
    expect(market.resting).toEqual([
      [4, 4],
      [3, 3],
    ]);
  });

  test("BOOK-10 an immediate-or-cancel order never rests", () => {
    market.place(ALICE, BUY, 100, 3);
    expect(market.place(BOB, SELL, 100, 5, "ioc")).toBe("expired-ioc");
    expect(market.leftLots).toBe(2);
    expect(market.resting).toEqual([]);
    expect(market.place(BOB, SELL, 100, 5, "ioc")).toBe("expired-ioc");
    expect(market.leftLots).toBe(5);
  });

  test("BOOK-10 a fill-or-kill order is filled completely or does nothing", () => {
    market.place(ALICE, SELL, 100, 3);
    market.place(BOB, SELL, 101, 3);
    expect(market.place(CAROL, BUY, 101, 7, "fok")).toBe("expired-fok");
    expect(market.place(CAROL, BUY, 100, 6, "fok")).toBe("expired-fok");
    expect(emitted).toEqual([]);
    expect(market.place(CAROL, BUY, 101, 6, "fok")).toBe("filled");
    expect(market.resting).toEqual([]);
  });

  test("BOOK-10 a post-only order that would take is rejected, even against its own user", () => {
    market.place(ALICE, SELL, 100, 3);
    expect(market.place(ALICE, BUY, 100, 1, "post-only", "expire-maker")).toBe("refused");
    expect(market.place(BOB, BUY, 99, 1, "post-only")).toBe("resting");
    expect(market.resting).toEqual([
      [2, 1],
      [1, 3],
    ]);
  });

  test("BOOK-11 expire-taker: the incoming order ends at its own user's order, earlier fills stay", () => {
    market.place(BOB, SELL, 100, 2);
    market.place(ALICE, SELL, 100, 2);
    expect(market.place(ALICE, BUY, 100, 5, "gtc", "expire-taker")).toBe("expired-self-trade");
    expect(market.leftLots).toBe(3);
    expect(emitted).toEqual(["3 takes 2 at 100 from 1, 0 left"]);
    expect(market.resting).toEqual([[2, 2]]);
  });

  test("BOOK-11 expire-maker: own resting orders in the way expire and matching continues", () => {
    market.place(ALICE, SELL, 100, 2);
    market.place(BOB, SELL, 100, 2);
    expect(market.place(ALICE, BUY, 100, 2, "gtc", "expire-maker")).toBe("filled");
    expect(emitted).toEqual(["1 expires", "3 takes 2 at 100 from 2, 0 left"]);
    expect(market.resting).toEqual([]);
  });

  test("BOOK-11 expire-both: both orders end", () => {
    market.place(ALICE, SELL, 100, 2);
    market.place(BOB, SELL, 100, 2);
    expect(market.place(ALICE, BUY, 100, 2, "gtc", "expire-both")).toBe("expired-self-trade");
    expect(emitted).toEqual(["1 expires"]);
    expect(market.resting).toEqual([[2, 2]]);
  });

  test("BOOK-11 a fill-or-kill order counts no order of its own user", () => {
    market.place(ALICE, SELL, 100, 2);
    market.place(BOB, SELL, 100, 2);
    expect(market.place(ALICE, BUY, 100, 2, "fok", "expire-taker")).toBe("expired-fok");
    expect(market.place(ALICE, BUY, 100, 2, "fok", "expire-both")).toBe("expired-fok");
    expect(market.place(ALICE, BUY, 100, 3, "fok", "expire-maker")).toBe("expired-fok");
    expect(market.resting).toHaveLength(2);
    expect(market.place(ALICE, BUY, 100, 2, "fok", "expire-maker")).toBe("filled");
    expect(emitted).toEqual(["1 expires", "6 takes 2 at 100 from 2, 0 left"]);
  });

  test("BOOK-12 only an open order is canceled or reduced, and a reduction leaves a remainder", () => {
    market.place(ALICE, BUY, 100, 5);
    expect([market.reduce(1, 0), market.reduce(1, 5), market.reduce(2, 1)]).toEqual([false, false, false]);
    expect(market.reduce(1, 4)).toBe(true);
    expect(market.resting).toEqual([[1, 1]]);
    expect([market.cancel(2), market.cancel(1), market.cancel(1), market.reduce(1, 1)]).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(market.resting).toEqual([]);
  });
});

test("BOOK-09 a million resting orders take at most 150 bytes each, directory, levels and ladder included", () => {
  const orders = 1_000_000;
  const market = new RuledBook({ onTrade: () => undefined, onMakerExpired: () => undefined });
  for (let n = 0; n < orders; n++) {
    const distance = 1 + (n % 9_973);
    market.place(ALICE, n & 1, n & 1 ? 60_000 + distance : 60_000 - distance, 1, 0, 0);
  }
  expect(market.book.orderCount).toBe(orders);
  expect(market.byteLength / orders).toBeLessThanOrEqual(150);
});
