import { expect, test } from "vitest";
import { MAX_ORDER_CHANGES, OrderChanges } from "./order-changes.ts";

/** Changes with a record that has `recorded` changes of every order, and how often it was asked. */
function changesAfter(recorded: number) {
  const record = { recorded, asked: 0 };
  const amendmentCount = async () => {
    record.asked++;
    return record.recorded;
  };
  return { record, changes: new OrderChanges({ amendmentCount }) };
}
const accept = async () => "changed";
const refuse = async () => {
  throw new Error("refused");
};

test("FAPI-15 an order is changed 10,000 times, those before a restart included", async () => {
  const { changes } = changesAfter(MAX_ORDER_CHANGES - 150);
  for (let count = 0; count < 150; count++) expect(await changes.change(1, accept)).toBe("changed");
  await expect(changes.change(1, accept)).rejects.toMatchObject({ code: -5026 });
  // Orders count by themselves.
  expect(await changes.change(2, accept)).toBe("changed");
});

test("FAPI-15 a refused change does not count, and simultaneous ones all do", async () => {
  const { changes } = changesAfter(MAX_ORDER_CHANGES - 3);
  for (let count = 0; count < 10; count++) await expect(changes.change(1, refuse)).rejects.toThrow("refused");
  const sent = await Promise.allSettled(Array.from({ length: 20 }, () => changes.change(1, accept)));
  expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
});

test("FAPI-15 the record is asked once in a hundred changes, and then counts what other gateways changed", async () => {
  const { changes, record } = changesAfter(0);
  for (let count = 0; count < 100; count++) await changes.change(1, accept);
  expect(record.asked).toBe(1);
  record.recorded = MAX_ORDER_CHANGES;
  await expect(changes.change(1, accept)).rejects.toMatchObject({ code: -5026 });
});
