import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { addressBehindProxy } from "./connection-origin.ts";

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
])(
  "SOCK-25 whose connection it is behind a proxy: from %s, forwarded for %s",
  (remote, forwardedFor, address) => {
    expect(requestFrom(remote, forwardedFor)).toBe(address);
  },
);
