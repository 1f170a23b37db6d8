import { expect, test } from "vitest";
import { acceptsGzip } from "./compress-reply.ts";

test.each([
  ["gzip", true],
  ["br, GZIP;q=0.5", true],
  ["gzip, deflate, br, zstd", true],
  ["*", true],
  ["*;q=0.1", true],
  ["identity", false],
  ["br", false],
  ["gzip;q=0", false],
  ["gzip; q=0.000, *", false],
  ["xgzip", false],
  ["gzip;q=nonsense", false],
  ["", false],
  [undefined, false],
])("WIRE-26 accept-encoding %s: %s", (accepted, expected) => {
  expect(acceptsGzip(accepted)).toBe(expected);
});
