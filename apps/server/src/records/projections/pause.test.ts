import { setImmediate, setTimeout } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";

vi.mock(import("node:timers/promises"), { spy: true });

// Other tests of the same worker may have loaded the module with the real timers.
beforeEach(() => {
  vi.clearAllMocks();
  vi.resetModules();
});

test("READ-53 work leaves the processor after each slice while nobody waits for it, and only then", async () => {
  const { Pause } = await import("./pause.ts");
  let isAwaited = false;
  const pause = new Pause(() => !isAwaited);
  await pause.whenDue();
  expect(setTimeout).toHaveBeenCalledTimes(1);
  expect(setImmediate).not.toHaveBeenCalled();
  isAwaited = true;
  const awaited = new Pause(() => !isAwaited);
  await awaited.whenDue();
  expect(setTimeout).toHaveBeenCalledTimes(1);
  expect(setImmediate).toHaveBeenCalledTimes(1);
});

test("READ-53 work that readers wait for only yields its thread", async () => {
  const { Pause } = await import("./pause.ts");
  await new Pause().whenDue();
  expect(setTimeout).not.toHaveBeenCalled();
  expect(setImmediate).toHaveBeenCalledTimes(1);
});
