import { expect, test } from "vitest";
import { Backoff } from "./backoff.ts";

test("FEED-01 reconnects wait twice as long each time, up to half a minute, and start over after a success", () => {
  const backoff = new Backoff(() => 0);
  const delays = Array.from({ length: 8 }, () => backoff.nextDelayMs());
  expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  backoff.succeeded();
  expect(backoff.nextDelayMs()).toBe(500);
});

test("FEED-01 reconnects are spread over half of their delay", () => {
  const backoff = new Backoff(() => 0.999_999);
  expect(backoff.nextDelayMs()).toBe(250);
  expect(backoff.nextDelayMs()).toBe(500);
});
