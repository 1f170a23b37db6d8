import { expect, test } from "vitest";
import { NumberColumn, VolumeColumn } from "./kline-columns.ts";

const LARGE = 2n ** 63n;

test("FEED-13 numbers remain when a column grows and drops its oldest", () => {
  const column = new NumberColumn();
  for (let i = 0; i < 1_000; i++) column.set(i, i * 0.5);
  column.dropOldest(300);
  expect([column.get(0), column.get(699)]).toEqual([150, 499.5]);
});

test("FEED-13 numbers that were dropped do not come back for bars without any", () => {
  const column = new NumberColumn();
  for (let i = 0; i < 60; i++) column.set(i, 7);
  for (let i = 60; i < 300; i++) column.set(i, 0);
  column.dropOldest(200);
  expect(Array.from({ length: 100 }, (_, i) => column.get(i))).toEqual(Array.from({ length: 100 }, () => 0));
});

test.each([
  ["small", 7n],
  ["of more than 64 bits", LARGE],
])("FEED-13 volumes %s follow bars without any", (_name, value) => {
  const column = new VolumeColumn();
  for (let i = 0; i < 200; i++) column.set(i, 0n);
  for (let i = 200; i < 400; i++) column.set(i, value + BigInt(i));
  column.set(400, 0n);
  expect([0, 199, 200, 399, 400].map((i) => column.get(i))).toEqual([0n, 0n, value + 200n, value + 399n, 0n]);
  column.dropOldest(150);
  expect([0, 49, 50, 249, 250].map((i) => column.get(i))).toEqual([0n, 0n, value + 200n, value + 399n, 0n]);
});

test("FEED-13 a volume of more than 64 bits keeps the others exact", () => {
  const column = new VolumeColumn();
  column.set(0, 5n);
  column.set(1, -LARGE);
  column.set(2, LARGE);
  column.set(3, 0n);
  column.set(2, 0n);
  expect([0, 1, 2, 3].map((i) => column.get(i))).toEqual([5n, -LARGE, 0n, 0n]);
  column.clear();
  expect(column.get(0)).toBe(0n);
});

test.each([
  ["small", 7n],
  ["of more than 64 bits", LARGE],
])("FEED-13 volumes %s that were dropped do not come back for bars without any", (_name, value) => {
  const column = new VolumeColumn();
  for (let i = 0; i < 60; i++) column.set(i, value);
  for (let i = 60; i < 300; i++) column.set(i, 0n);
  column.dropOldest(200);
  expect(Array.from({ length: 100 }, (_, i) => column.get(i))).toEqual(Array.from({ length: 100 }, () => 0n));
});
