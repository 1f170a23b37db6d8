import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { addressBehindProxy, dropImpossibleAddresses } from "./connection-origin.ts";

const requestFrom = (remoteAddress: string, forwardedFor?: string) =>
  addressBehindProxy({
    socket: { remoteAddress },
    headers: forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor },
  } as IncomingMessage);

test.each([
  ["::1", undefined, "::1"],
  ["127.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["::ffff:127.0.0.1", "192.0.2.1, 203.0.113.9", "203.0.113.9"],
  ["127.0.0.1", "203.0.113.9, 127.0.0.1", "203.0.113.9"],
  ["127.0.0.1", "127.0.0.1", "127.0.0.1"],
  ["127.0.0.1", " , ", "127.0.0.1"],
  ["198.51.100.3", "203.0.113.9", "198.51.100.3"],
  ["127.0.0.1", "999.1.1.1", "127.0.0.1"],
  ["127.0.0.1", "203.0.113.9, unknown", "127.0.0.1"],
  ["127.0.0.1", "203.0.113.9:4711", "127.0.0.1"],
  ["127.0.0.1", "junk, 203.0.113.9", "203.0.113.9"],
  ["127.0.0.1", "2001:db8::1", "2001:db8::1"],
])(
  "SOCK-25 whose connection it is behind a proxy: from %s, forwarded for %s",
  (remote, forwardedFor, address) => {
    expect(requestFrom(remote, forwardedFor)).toBe(address);
  },
);

test.each(["999.1.1.1", "203.0.113.9, unknown", "203.0.113.9:4711", "::g", "' or 1"])(
  "SOCK-25 the framework does not see X-Forwarded-For with an entry that is no address: %s",
  (forwardedFor) => {
    const request = { headers: { "x-forwarded-for": forwardedFor } } as unknown as IncomingMessage;
    dropImpossibleAddresses(request);
    expect(request.headers).toEqual({});
  },
);

test("SOCK-25 the framework sees X-Forwarded-For with addresses", () => {
  const request = { headers: { "x-forwarded-for": "192.0.2.1, 2001:db8::1" } } as unknown as IncomingMessage;
  dropImpossibleAddresses(request);
  expect(request.headers).toEqual({ "x-forwarded-for": "192.0.2.1, 2001:db8::1" });
});
