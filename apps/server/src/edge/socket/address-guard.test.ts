import { expect, test } from "vitest";
import { SharedLimits } from "../../kit/limits/shared-limits.ts";
import { SharedNetworks } from "../../kit/limits/shared-networks.ts";
import { AddressGuard } from "./address-guard.ts";

const LIMITS = { maxConnectionsPerAddress: 3, maxUpgradesPerMinute: 5, maxMessagesPerTenSeconds: 20 };

const many = (count: number, act: (index: number) => boolean): number =>
  Array.from({ length: count }, (_, index) => act(index)).filter(Boolean).length;

test("SEC-14 closed connections count as well as open ones", () => {
  const guard = new AddressGuard("sockets", LIMITS);
  expect(many(10, () => guard.enter("203.0.113.7", 0))).toBe(3);
  for (let left = 0; left < 3; left++) guard.leave("203.0.113.7");
  // Connections rejected for too many open ones also counted as attempts.
  expect(many(10, () => guard.enter("203.0.113.7", 1_000))).toBe(0);
  expect(many(10, () => guard.enter("203.0.113.7", 70_000))).toBe(3);
});

test("SEC-14 the connections of one address share its messages, those of one /48 four times as many", () => {
  const guard = new AddressGuard("sockets", LIMITS);
  expect(many(50, () => guard.countMessages("203.0.113.7", 0))).toBe(20);
  expect(many(50, () => guard.countMessages("203.0.113.7", 12_000))).toBe(20);
  const lines = (index: number): string => `2001:db8:1:${(index << 8).toString(16)}::1`;
  expect(many(200, (index) => guard.countMessages(lines(index), 0))).toBe(80);
});

test("SEC-14 this machine and the operator's shared networks are not counted", () => {
  const guard = new AddressGuard("sockets", LIMITS, { shared: new SharedNetworks(["192.0.2.0/24"]) });
  for (const address of ["127.0.0.1", "::1", "192.0.2.9", "::ffff:192.0.2.9"]) {
    expect(many(20, () => guard.enter(address, 0))).toBe(20);
    expect(many(50, () => guard.countMessages(address, 0))).toBe(50);
    guard.leave(address);
  }
});

test("GW-25 guards of two threads count the connections and messages of an address together", () => {
  const memory = new SharedLimits();
  const guards = [memory, new SharedLimits(memory.memory)].map(
    (counters) => new AddressGuard("sockets", LIMITS, { counters }),
  ) as [AddressGuard, AddressGuard];
  const address = "198.51.100.9";
  const entered = Array.from({ length: LIMITS.maxConnectionsPerAddress }, (_, at) =>
    guards[(at % 2) as 0 | 1].enter(address, 0),
  );
  expect(entered).toEqual(Array(LIMITS.maxConnectionsPerAddress).fill(true));
  for (const guard of guards) expect(guard.enter(address, 0)).toBe(false);
  guards[0].leave(address);
  expect(guards[1].enter(address, 120_000)).toBe(true);
  const others = "198.51.100.10";
  expect(guards[0].countMessages(others, 0, LIMITS.maxMessagesPerTenSeconds)).toBe(true);
  expect(guards[1].countMessages(others, 0)).toBe(false);
  // Streams have limits of their own.
  expect(new AddressGuard("streams", LIMITS, { counters: memory }).countMessages(others, 0)).toBe(true);
});
