import { expect, test } from "vitest";
import { AddressCounts } from "./address-counts.ts";

test("SOCK-25 connections are counted by IPv4 address and by the network of an IPv6 address, the own machine's not at all", () => {
  const counts = new AddressCounts();
  const enter = (address: string): boolean => counts.enter(address, 2);
  expect(["203.0.113.7", "203.0.113.7", "203.0.113.7"].map(enter)).toEqual([true, true, false]);
  expect(["::ffff:203.0.113.8", "::ffff:203.0.113.9"].map(enter)).toEqual([true, true]);
  expect(["2001:db8:0:1::1", "2001:DB8::1:0:0:0:2", "2001:db8:0:1:aa:bb:cc:dd"].map(enter)).toEqual([
    true,
    true,
    false,
  ]);
  expect(["2001:db8::1", "2001:db8:0:2::1"].map(enter)).toEqual([true, true]);
  expect(["127.0.0.1", "127.0.0.1", "127.0.0.9", "::1", "::1", "::1", "::ffff:127.0.0.1"].every(enter)).toBe(
    true,
  );
  counts.leave("203.0.113.7");
  expect(["203.0.113.7", "203.0.113.7"].map(enter)).toEqual([true, false]);
});
