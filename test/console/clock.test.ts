import type { Dashboard } from "@candor/wire/console/dashboard";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ConsoleClient,
  type ConsoleReply,
  ConsoleUnderTest,
  type ReplyBody,
  signUp,
  tokenOf,
} from "../support/console/console-under-test.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";

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
/** Returns the pending proposal; undefined if there is none. */
const waiting = async (): Promise<number | undefined> => {
  const { body } = await (rita as ConsoleClient).command("proposal list");
  const row = body.rows.find(({ state }) => state === "waits");
  return row === undefined ? undefined : Number(row["proposal"]);
};
const joined = async (name: string, invited: ConsoleReply<ReplyBody>): Promise<ConsoleClient> => {
  const link = String(invited.body.rows[0]?.["link"]);
  return await office.signedIn(name, await signUp(office, office.client(), tokenOf(link), name));
};
const accept = (client: ConsoleClient | undefined) =>
  (client as ConsoleClient).command("clock accept", "", { reason: REASON });

test("TIME-07 a jump is on the dashboard and in the journal; only an owner or risk accepts it, with a reason", async () => {
  expect(await dashboard()).toMatchObject({ state: "well", detail: "in step" });
  expect((await accept(rita)).status).toBe(409);
  office.clock.jump(HOUR_MS);
  await expect.poll(held).toBe(true);
  expect(await dashboard()).toMatchObject({ state: "down" });
  expect((await dashboard())?.detail).toContain("3,600 s ahead of the expected time");
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

const YEAR_MS = 365 * 24 * HOUR_MS;
const published = async () => accepted(await office.exchange.client().call("decisions", {})).list;
const problemOf = (reply: ConsoleReply<ReplyBody>): string => reply.body.error.message;
const jumped = async (ms: number): Promise<void> => {
  office.clock.jump(ms);
  await expect.poll(held).toBe(true);
};
const confirm = (client: ConsoleClient | undefined, proposal: number) =>
  (client as ConsoleClient).command("clock confirm", String(proposal));

test("TIME-07 a jump of more than a day is accepted by two people, and their names are published", async () => {
  await jumped(YEAR_MS);
  expect((await accept(rita)).body.note).toContain("Proposal 1 is waiting for another operator");
  expect(problemOf(await accept(rita))).toContain("Proposal 1 is already waiting");
  expect(problemOf(await accept(olga))).toContain("Proposal 1 is already waiting");
  expect(problemOf(await confirm(rita, 1))).toContain("You proposed this yourself");
  expect((await confirm(fred, 1)).status).toBe(403);
  expect(await held()).toBe(true);
  expect(await published()).toEqual([]);
  expect((await confirm(olga, 1)).body.note).toContain("The exchange's time continues from here.");
  expect(await held()).toBe(false);
  expect(await published()).toMatchObject([
    {
      decision: 1,
      kind: "clock",
      what: "the clock was accepted, 31,536,000 s ahead of the expected time",
      reason: REASON,
      proposedBy: "rita",
      confirmedBy: "olga",
    },
  ]);
});

test("TIME-07 whom the proposer let in, or whose access is a day old at most, does not count as the second person", async () => {
  const invited = await (olga as ConsoleClient).command("operator invite", "ivan", {
    input: { roles: ["risk"] },
  });
  const ivan = await joined("ivan", invited);
  await jumped(YEAR_MS);
  await accept(olga);
  const proposal = (await waiting()) as number;
  expect(problemOf(await confirm(ivan, proposal))).toContain("within the last 24 hours");
  await office.nextDay();
  expect(problemOf(await confirm(await office.restored("ivan"), proposal))).toContain("count as one person");
  expect(await held()).toBe(true);
  rita = await office.restored("rita");
  expect((await confirm(rita, proposal)).status).toBe(200);
  expect(await held()).toBe(false);
  olga = await office.restored("olga");
  fred = await office.restored("fred");
});

test("TIME-07 a proposal for one jump accepts no other", async () => {
  await jumped(YEAR_MS);
  await accept(rita);
  const proposal = (await waiting()) as number;
  office.clock.jump(-YEAR_MS);
  await expect.poll(held).toBe(false);
  await jumped(YEAR_MS);
  expect(problemOf(await confirm(olga, proposal))).toContain("jumped again");
  office.clock.jump(YEAR_MS);
  expect(await held()).toBe(true);
  await (rita as ConsoleClient).command("proposal refuse", String(proposal), { reason: "over" });
  expect(await accept(olga)).toMatchObject({ status: 200 });
  expect((await confirm(rita, (await waiting()) as number)).status).toBe(200);
  expect(await held()).toBe(false);
});

test("TIME-07 the machine's command line accepts any jump, and is published as the machine under any given name", async () => {
  await jumped(-400 * 24 * HOUR_MS);
  const done = await office.operators.desk.perform(
    { operator: "olga", command: "clock accept", target: "", reason: REASON, flags: [] },
    "command-line",
  );
  expect(done).toMatchObject({ note: expect.stringContaining("The exchange's time continues from here.") });
  expect(await held()).toBe(false);
  expect((await published())[0]).toMatchObject({
    kind: "clock",
    what: "the clock was accepted, 34,560,000 s behind the expected time",
    proposedBy: "(machine)",
    confirmedBy: "(machine)",
  });
  const confirming = await office.operators.desk.perform(
    { operator: "rita", command: "clock confirm", target: "1", reason: "", flags: [] },
    "command-line",
  );
  expect(confirming).toHaveProperty("problem");
  office.clock.jump(400 * 24 * HOUR_MS);
  await expect.poll(held).toBe(false);
});

test("TIME-07 an operator without a second person is sent to the machine", async () => {
  const alone = await ConsoleUnderTest.start();
  const only = await alone.operator("only", "owner");
  alone.clock.jump(YEAR_MS);
  await expect.poll(async () => alone.clock.guard.health().isHeld).toBe(true);
  const refused = await only.command("clock accept", "", { reason: REASON });
  expect(problemOf(refused)).toContain("npm run operator -- clock accept");
  await alone.close();
});

test("TIME-07 a clock that returns needs no acceptance; one accepted behind is reported as such", async () => {
  office.clock.jump(HOUR_MS);
  await expect.poll(held).toBe(true);
  office.clock.jump(-HOUR_MS);
  await expect.poll(held).toBe(false);
  office.clock.jump(-HOUR_MS);
  await expect.poll(held).toBe(true);
  expect((await accept(olga)).status).toBe(200);
  expect(await dashboard()).toMatchObject({ state: "delayed" });
  expect((await dashboard())?.detail).toContain(
    "3,600 s behind the exchange's time, accepted by an operator",
  );
});
