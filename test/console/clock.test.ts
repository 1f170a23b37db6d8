import type { Dashboard } from "@candor/protocol/console/dashboard";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConsoleClient, ConsoleUnderTest } from "./support/console-under-test.ts";

const HOUR_MS = 3_600_000;
const REASON = "The machine was moved to another host.";

let office: ConsoleUnderTest;
let [olga, rita, fred]: ConsoleClient[] = [];
beforeAll(async () => {
  office = await ConsoleUnderTest.start();
  olga = await office.operator("olga", "owner");
  rita = await office.operator("rita", "risk");
  fred = await office.operator("fred", "finance");
});
afterAll(() => office.close());

const held = async (): Promise<boolean> => {
  const { settings } = await office.exchange.engine.settingsView();
  const clock = settings.find(({ setting }) => setting === "clock")?.value as
    | { isHeld?: boolean }
    | undefined;
  return clock?.isHeld ?? false;
};
const dashboard = async () => {
  const { body } = await (olga as ConsoleClient).call<Dashboard>("dashboard");
  return body.health.find(({ part }) => part === "clock");
};
const accept = (client: ConsoleClient | undefined) =>
  (client as ConsoleClient).command("clock accept", "", { reason: REASON });

test("TIME-07 a jump is on the dashboard and in the journal; an owner or risk accepts it with a reason, and nobody else", async () => {
  expect(await dashboard()).toMatchObject({ state: "well", detail: "in step" });
  expect((await accept(rita)).status).toBe(409);
  office.clock.jump(HOUR_MS);
  await expect.poll(held).toBe(true);
  expect(await dashboard()).toMatchObject({ state: "down" });
  expect((await dashboard())?.detail).toContain("3,600 s ahead of where it was expected");
  expect(office.clock.alarms.raised()).toMatchObject([{ name: "clock-held" }]);
  expect(office.clock.messages.at(-1)).toContain("markets are cancel-only");
  const shown = await (fred as ConsoleClient).command("clock show");
  expect(shown.body.rows).toMatchObject([{ state: "held", deviationSeconds: 3_600 }]);
  expect((await accept(fred)).status).toBe(403);
  expect((await (rita as ConsoleClient).command("clock accept")).status).toBe(409);
  expect((await accept(rita)).status).toBe(200);
  expect(await held()).toBe(false);
  expect(await dashboard()).toMatchObject({ state: "well" });
});

test("TIME-07 a jump of more than a day is accepted by two people; the same one twice is one", async () => {
  office.clock.jump(365 * 24 * HOUR_MS);
  await expect.poll(held).toBe(true);
  expect((await accept(rita)).body.note).toContain("by two people");
  expect((await accept(rita)).body.note).toContain("by two people");
  expect(await held()).toBe(true);
  expect((await accept(olga)).body.note).toBe("the exchange's time goes on from here");
  expect(await held()).toBe(false);
});

test("TIME-07 a clock that returns needs nobody; one that is accepted behind is said to be so", async () => {
  office.clock.jump(HOUR_MS);
  await expect.poll(held).toBe(true);
  office.clock.jump(-HOUR_MS);
  await expect.poll(held).toBe(false);
  office.clock.jump(-HOUR_MS);
  await expect.poll(held).toBe(true);
  expect((await accept(olga)).status).toBe(200);
  expect(await dashboard()).toMatchObject({ state: "delayed" });
  expect((await dashboard())?.detail).toContain("3,600 s behind the exchange's time, which was accepted");
});
