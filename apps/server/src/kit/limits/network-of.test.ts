import { expect, test } from "vitest";
import { networkLevels, networkOf } from "./network-of.ts";

const keys = (address: string): string[] => networkLevels(address).map(({ key }) => key);

test("SEC-12 an IPv6 address is counted by its /64, /56 and /48, in any notation", () => {
  const levels = ["2001:db8:1:2ab", "2001:db8:1:200/56", "2001:db8:1/48"];
  for (const address of [
    "2001:db8:1:2ab::1",
    "2001:0DB8:0001:02AB:0:0:0:9",
    "2001:db8:1:2ab:ffff:ffff:ffff:ffff",
    "2001:db8:1:2ab::7%eth0",
  ])
    expect(keys(address), address).toEqual(levels);
  expect(keys("2001:db8::1")).toEqual(["2001:db8:0:0", "2001:db8:0:0/56", "2001:db8:0/48"]);
  expect(networkOf("2001:db8:1:2ab::1")).toBe("2001:db8:1:2ab");
});

test("SEC-12 wider networks get more room, and never less than a narrower one", () => {
  for (const address of ["2001:db8::1", "198.51.100.7"]) {
    const factors = networkLevels(address).map(({ factor }) => factor);
    expect(factors[0]).toBe(1);
    expect(factors).toEqual(factors.toSorted((a, b) => a - b));
  }
});

test("SEC-12 an IPv4 address is counted by itself and its /24, also in IPv6 form", () => {
  expect(keys("198.51.100.7")).toEqual(["198.51.100.7", "198.51.100.0/24"]);
  expect(keys("::ffff:198.51.100.7")).toEqual(["198.51.100.7", "198.51.100.0/24"]);
  expect(keys("::1")).toEqual(["0:0:0:0", "0:0:0:0/56", "0:0:0/48"]);
  expect(keys("unknown")).toEqual(["unknown"]);
});
