import { expect, test } from "vitest";
import { OrderedSteps, runAfter } from "./ordered-steps.ts";

test("GW-21 steps run at once until one waits; those after it run in order once it has ended, even badly", async () => {
  const done: string[] = [];
  const steps = new OrderedSteps();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  steps.add(() => runAfter(undefined, () => done.push("a")));
  expect(done).toEqual(["a"]);
  steps.add(() => runAfter(first.promise, () => done.push("b")));
  steps.add(() => runAfter(undefined, () => done.push("c")));
  steps.add(() => runAfter(second.promise, () => done.push("d")));
  steps.add(() => runAfter(undefined, () => done.push("e")));
  second.reject(new Error("the other thread has ended"));
  await second.promise.catch(() => undefined);
  expect(done).toEqual(["a"]);
  first.resolve();
  await new Promise(setImmediate);
  expect(done).toEqual(["a", "b", "c", "d", "e"]);
  steps.add(() => runAfter(undefined, () => done.push("f")));
  expect(done.at(-1)).toBe("f");
});
