import { reject } from "@candor/wire/rejection";
import { expect, test } from "vitest";
import { CancelIds } from "./cancel-ids.ts";

const ORDER = { orderId: "7", groupId: null };
const LEGS = [
  { orderId: 8, groupId: 8 },
  { orderId: "9", groupId: "8" },
] as const;
const accepted = async () => ({ canceled: true });

test("BIN-12 a chosen cancel id is known while the cancel is in progress and afterwards", async () => {
  const ids = new CancelIds();
  await ids.cancel(ORDER, "mine", async () => {
    expect(ids.of({ orderId: 7, groupId: 0 })).toBe("mine");
    return await accepted();
  });
  expect(ids.of(ORDER)).toBe("mine");
});

test("BIN-12 without a chosen id, an order has one of its own, in every process", () => {
  const derived = new CancelIds().of(ORDER);
  expect(derived).toMatch(/^[0-9a-f]{22}$/);
  expect(new CancelIds().of({ orderId: 7, groupId: 0 })).toBe(derived);
  expect(new CancelIds().of({ orderId: 8, groupId: 0 })).not.toBe(derived);
});

test("BIN-12 the legs of a list have one cancel id", async () => {
  const ids = new CancelIds();
  expect(ids.of(LEGS[0])).toBe(ids.of(LEGS[1]));
  await ids.cancel(LEGS[1], "both", accepted);
  expect(LEGS.map((leg) => ids.of(leg))).toEqual(["both", "both"]);
});

test("BIN-12 a rejected cancel's id is forgotten, and of two cancels at once the first gives the id", async () => {
  const ids = new CancelIds();
  const derived = ids.of(ORDER);
  await ids.cancel(ORDER, "rejected", async () => reject("trade.tooFast"));
  expect(ids.of(ORDER)).toBe(derived);
  await Promise.all([
    ids.cancel(ORDER, "first", accepted),
    ids.cancel(ORDER, "second", async () => reject("trade.orderClosed")),
  ]);
  expect(ids.of(ORDER)).toBe("first");
});

test("GW-21 a chosen id is known everywhere before its cancel begins, and other cancels of the order stay behind it", async () => {
  const ids = new CancelIds();
  const copy = new CancelIds();
  const began: string[] = [];
  const told = Promise.withResolvers<void>();
  ids.announce = async (number, id) => {
    await told.promise;
    copy.remember(number, id);
  };
  const perform = (name: string) => async () => {
    began.push(`${name} under ${copy.of(ORDER)}`);
    return await accepted();
  };
  const both = Promise.all([
    ids.cancel(ORDER, "mine", perform("first")),
    ids.cancel(ORDER, undefined, perform("second")),
  ]);
  await new Promise(setImmediate);
  expect(began).toEqual([]);
  told.resolve();
  await both;
  expect(began).toEqual(["first under mine", "second under mine"]);
  await ids.cancel(LEGS[0], "rejected", async () => reject("trade.tooFast"));
  expect(copy.of(LEGS[0])).toBe(new CancelIds().of(LEGS[0]));
});
