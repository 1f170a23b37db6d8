import { expect, test } from "vitest";
import { MessageWindow } from "./message-window.ts";

const DAY_MS = 86_400_000;

test("SOCK-26 a second takes so many messages, and so does each after the clock was set back or forward", () => {
  const window = new MessageWindow(2);
  const taken = (nowMs: number) => [window.take(nowMs), window.take(nowMs), window.take(nowMs)];
  for (const nowMs of [DAY_MS, DAY_MS + 1_000, 0, 1_000, 5 * DAY_MS, 4 * DAY_MS])
    expect(taken(nowMs), String(nowMs)).toEqual([true, true, false]);
  expect(window.take(4 * DAY_MS + 999)).toBe(false);
});
