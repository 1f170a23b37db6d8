import { readAuditLog } from "@candor/server/kit/durable/audit-log";
import type { ConsoleConversation, InboxConversation, InboxPage } from "@candor/wire/console/chat";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConsoleClient, ConsoleUnderTest } from "../support/console/console-under-test.ts";
import { picture } from "../support/uploads/pictures.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";

let office: ConsoleUnderTest;
let anna: ConsoleClient;
beforeAll(async () => {
  office = await ConsoleUnderTest.start();
  anna = await office.operator("anna", "support");
});
afterAll(() => office.close());

async function writer(email: string, text: string): Promise<{ client: WireClient; userId: number }> {
  office.exchange.time.ms += 1_000;
  const client = await office.exchange.registered(email);
  accepted(await client.call("chatSend", { text }));
  return { client, userId: Number(accepted(await client.call("profile")).id) };
}

const page = async (question: object = {}) => (await anna.call<InboxPage>("inbox", question)).body;

async function inbox(which: "waiting" | "all" = "waiting"): Promise<readonly InboxConversation[]> {
  return (await page({ which })).list;
}

test("CHAT-05 the longest wait comes first; a reply or a closing ends the wait, the next message starts it again", async () => {
  const first = await writer("first@example.org", "one");
  const second = await writer("second@example.org", "two");
  const waiting = async () => (await inbox()).map(({ userId }) => userId);
  expect(await waiting()).toEqual([first.userId, second.userId]);
  office.exchange.time.ms += 1_000;
  const reply = await anna.command("chat reply", String(first.userId), { input: { text: " Hello \n" } });
  expect([reply.status, reply.body.note]).toEqual([200, `User ${first.userId} has your answer.`]);
  expect(await waiting()).toEqual([second.userId]);
  expect((await anna.command("chat close", "second@example.org")).status).toBe(200);
  expect(await waiting()).toEqual([]);
  expect((await anna.command("chat close", String(second.userId))).status).toBe(409);
  expect((await inbox("all")).map(({ userId }) => userId)).toEqual([first.userId, second.userId]);
  accepted(await second.client.call("chatSend", { text: "still here" }));
  expect((await inbox())[0]).toMatchObject({ userId: second.userId, name: "s***d@example.org", messages: 2 });
  const { list } = accepted(await first.client.call("chatList"));
  expect(list.map(({ from, text }) => [from, text])).toEqual([
    ["support", "Hello"],
    ["user", "one"],
  ]);
});

test("CHAT-05 a picture is checked by its content, and a rejected reply sends nothing", async () => {
  const { client, userId } = await writer("picture@example.org", "show me");
  const target = String(userId);
  for (const input of [{}, { text: " " }, { text: "x".repeat(1_001) }, { picture: "?" }, { words: "a" }])
    expect((await anna.command("chat reply", target, { input })).status, JSON.stringify(input)).toBe(409);
  const fake = Buffer.from("<svg onload=alert(1)>").toString("base64");
  expect((await anna.command("chat reply", target, { input: { picture: fake } })).status).toBe(409);
  const base64 = (await picture("png", 30, 20)).toString("base64");
  expect((await anna.command("chat reply", target, { input: { picture: base64 } })).status).toBe(200);
  const shown = (await anna.command("chat show", target)).body.data as ConsoleConversation;
  expect(shown.messages.map(({ text, imageUrl }) => [text, imageUrl !== null])).toEqual([
    ["show me", false],
    [null, true],
  ]);
  const answer = await office.exchange.app.inject({ url: shown.messages[1]?.imageUrl ?? "" });
  expect(answer.headers["content-type"]).toBe("image/jpeg");
  expect(accepted(await client.call("chatList")).list).toHaveLength(2);
});

test("CHAT-05 support and owner only; the log has who replied to whom, and no text of it", async () => {
  const { userId } = await writer("quiet@example.org", "my secret question");
  const riskOfficer = await office.operator("rita", "risk");
  for (const command of ["chat list", "chat show", "chat reply", "chat close", "chat desk", "chat hours"])
    expect((await riskOfficer.command(command, String(userId), { input: { text: "x" } })).status).toBe(403);
  await anna.command("chat reply", String(userId), { input: { text: "a secret answer" } });
  const entries: string[] = [];
  readAuditLog(office.exchange.home, (entry) => entries.push(JSON.stringify(entry)));
  const log = entries.join("\n");
  expect(log).not.toContain("secret");
  expect(log).toMatch(new RegExp(`"action":"chat reply","target":"${userId}".*"after":\\{"message":2\\}`));
});

test("CHAT-05 hours are set and reset; invalid ones are rejected", async () => {
  const set = (hours: string) => anna.command("chat hours", "", { input: { hours } });
  expect((await set("Mon-Fri 08:00-18:00")).body.note).toBe("The hours are Mon-Fri 08:00-18:00 UTC.");
  const shown = async () => (await anna.command("chat desk")).body.rows;
  expect(await shown()).toEqual([{ hours: "Mon-Fri 08:00-18:00" }]);
  const home = async () => accepted(await office.exchange.client().call("home")).kefu.hours;
  expect(await home()).toBe("Mon–Fri 08:00–18:00 UTC");
  expect((await set("always")).status).toBe(409);
  expect((await set("")).body.note).toBe("No hours are announced.");
  expect(await shown()).toEqual([{ hours: "" }]);
  expect(await home()).toBe("");
});

test("CHAT-06 a reply resent after a lost response arrives once; a key identifies one reply", async () => {
  const { client, userId } = await writer("again@example.org", "are you there");
  const target = String(userId);
  const base64 = (await picture("png", 30, 20)).toString("base64");
  const answer = async (input: object) => await anna.command("chat reply", target, { input });
  const notes: unknown[] = [];
  for (const input of [
    { text: "Yes", requestId: "key-1" },
    { text: " Yes ", requestId: "key-1" },
    { text: "Yes" },
    { picture: base64, requestId: "key-2" },
    { picture: base64, requestId: "key-2" },
  ])
    notes.push((await answer(input)).body.note);
  const [once, already] = [`User ${userId} has your answer.`, `User ${userId} already has this answer.`];
  expect(notes).toEqual([once, already, once, once, already]);
  expect((await answer({ text: "No", requestId: "key-1" })).status).toBe(409);
  expect((await answer({ text: "Yes", requestId: "no key" })).status).toBe(409);
  // The user's request keys are independent.
  const own = { text: "thanks", requestId: "key-1" };
  expect(accepted(await client.call("chatSend", own)).replayed).toBeUndefined();
  expect(accepted(await client.call("chatSend", own)).replayed).toBe(true);
  const { list } = accepted(await client.call("chatList"));
  expect(list.map(({ from, text }) => [from, text]).reverse()).toEqual([
    ["user", "are you there"],
    ["support", "Yes"],
    ["support", "Yes"],
    ["support", null],
    ["user", "thanks"],
  ]);
});

test("CHAT-07 the inbox is paged without repeats or gaps, also when a conversation is answered between two pages", async () => {
  const people: number[] = [];
  for (let number = 0; number < 7; number++)
    people.push((await writer(`page${number}@example.org`, `word ${number}`)).userId);
  const ids = (list: readonly InboxConversation[]) => list.map(({ userId }) => userId);
  const allPages = async (question: object, between?: () => Promise<unknown>): Promise<number[]> => {
    const found: number[] = [];
    let { list, next } = await page(question);
    for (;;) {
      found.push(...ids(list));
      if (next === null) return found;
      await between?.();
      ({ list, next } = await page({ ...question, after: next }));
    }
  };
  const whole = await page({ limit: 200 });
  expect(whole).toMatchObject({ next: null, total: whole.list.length, waiting: whole.list.length });
  expect(ids(whole.list).slice(-7)).toEqual(people);
  expect(await page({ limit: 0 })).toEqual({
    list: [],
    next: null,
    total: whole.total,
    waiting: whole.total,
  });
  expect(await allPages({ limit: 2 })).toEqual(ids(whole.list));
  // Exactly full pages are not followed by an empty one.
  expect(await allPages({ limit: whole.total })).toEqual(ids(whole.list));
  const everybody = ids((await page({ which: "all", limit: 200 })).list);
  expect(everybody.slice(0, whole.total)).toEqual(ids(whole.list));
  expect(everybody.length).toBeGreaterThan(whole.total);
  expect(await allPages({ which: "all", limit: 3 })).toEqual(everybody);

  let answered = 0;
  const seen = await allPages({ limit: 2 }, async () => {
    await anna.command("chat reply", String(people[answered++ % 7]), { input: { text: "Hello" } });
  });
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.slice(0, 2)).toEqual(ids(whole.list).slice(0, 2));
  const left = ids((await page({ limit: 200 })).list);
  expect(seen).toEqual(expect.arrayContaining(left));
  for (const question of [{ limit: 201 }, { limit: -1 }, { which: "none" }, { after: { userId: 1 } }])
    expect((await anna.call("inbox", question)).status, JSON.stringify(question)).toBe(400);
});

test("CHAT-07 the command lists the first 200 and their total; a long silence is counted from its beginning", async () => {
  const { client, userId } = await writer("patient@example.org", "hello?");
  const { waitingSinceMs } = (await inbox()).find((row) => row.userId === userId) as InboxConversation;
  office.exchange.time.ms += 60_000;
  accepted(await client.call("chatSend", { text: "anybody?" }));
  expect((await inbox()).find((row) => row.userId === userId)).toMatchObject({ messages: 2, waitingSinceMs });
  const { chat } = office.exchange.documents;
  for (let number = 0; number < 200; number++)
    await chat.send(1_000_000 + number, { text: "x", image: undefined, key: undefined });
  const { total } = await page({ limit: 0 });
  const { rows, note } = (await anna.command("chat list")).body;
  expect(rows).toHaveLength(200);
  expect(note).toBe(`These are the first 200 of ${total}.`);
});
