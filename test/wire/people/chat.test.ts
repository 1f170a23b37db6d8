import { cpSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { SealingKey } from "@candor/server/kit/durable/sealed-value";
import { UserKeys } from "@candor/server/kit/durable/user-keys";
import { chatPushes } from "@candor/server/people/support-chat/chat-pushes";
import { ChatService } from "@candor/server/people/support-chat/chat-service";
import { readDeskHours } from "@candor/server/people/support-chat/desk-hours";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExchangeSockets, openSockets } from "../../support/socket/exchange-sockets.ts";
import { TestClient } from "../../support/socket/socket-client.ts";
import { sendForm } from "../../support/uploads/multipart.ts";
import { picture } from "../../support/uploads/pictures.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let chat: ChatService;
let sockets: ExchangeSockets;
let photo: Buffer;

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 } });
  photo = await picture("jpeg", 60, 40);
  chat = exchange.documents.chat;
  sockets = await openSockets(exchange, { personal: [chatPushes(chat, exchange.documents.uploads)] });
});
afterAll(async () => {
  await sockets.server.close();
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

const idOf = async (client: WireClient): Promise<number> => Number(accepted(await client.call("profile")).id);
const textsOf = async (client: WireClient): Promise<(string | null)[]> =>
  accepted(await client.call("chatList", { limit: 100 }))
    .list.map(({ text }) => text)
    .reverse();

async function bound(client: WireClient): Promise<TestClient> {
  const socket = await TestClient.connect(sockets.url);
  socket.send("bind", { uid: String(await idOf(client)), token: client.token, bare: true });
  expect(await socket.first("bildUid")).toMatchObject({ private: true });
  return socket;
}

async function chatPhoto(client: WireClient): Promise<string> {
  return accepted(await sendForm(client, { purpose: "chat" }, [{ bytes: photo }])).url;
}

test("CHAT-01 both sides write in order, with pictures that both can see, and the user's devices get it at once", async () => {
  const client = await exchange.registered("talker@example.org");
  const userId = await idOf(client);
  const [phone, laptop] = [await bound(client), await bound(client)];
  const image = await chatPhoto(client);
  const first = accepted(await client.call("chatSend", { text: "  Where is my deposit?\n" })).message;
  expect(first).toMatchObject({ from: "user", text: "Where is my deposit?", imageUrl: null });
  const shown = accepted(await client.call("chatSend", { imageUrl: image })).message;
  expect(shown.text).toBe(null);
  await chat.reply(userId, "anna", "It has 2 of 3 confirmations.");
  await chat.reply(userId, "anna", null, photo);
  const { list, unread, nextCursor } = accepted(await client.call("chatList"));
  expect(list.map(({ from, text }) => [from, text])).toEqual([
    ["support", null],
    ["support", "It has 2 of 3 confirmations."],
    ["user", null],
    ["user", "Where is my deposit?"],
  ]);
  expect([unread, nextCursor]).toEqual([2, null]);
  expect(accepted(await client.call("chatList")).unread).toBe(0);
  for (const { imageUrl } of [list[0], list[2]].filter((row) => row !== undefined)) {
    const answer = await exchange.app.inject({ method: "GET", url: imageUrl ?? "" });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  }
  for (const device of [phone, laptop]) {
    await device.until(() => device.of("chat").length === 4);
    expect(device.of("chat").map(({ message }) => (message as { id: string }).id)).toEqual(
      list.map(({ id }) => id).reverse(),
    );
    expect(device.of("notice").map(({ kind, title, text }) => [kind, title, text])).toEqual([
      ["chat", "Customer service", "It has 2 of 3 confirmations."],
      ["chat", "Customer service", "A picture"],
    ]);
  }
  const times = list.map(({ timeMs }) => timeMs);
  expect(times).toEqual([...new Set(times)].sort((a, b) => b - a));
});

test("CHAT-01 a message counts once per key, despite any repeats", async () => {
  const client = await exchange.registered("twice@example.org");
  const socket = await bound(client);
  const request = { text: "Hello", requestId: "k1" };
  const answers = await Promise.all([1, 2, 3].map(() => client.call("chatSend", request)));
  const replies = answers.map((answer) => accepted(answer));
  expect(new Set(replies.map(({ message }) => message.id)).size).toBe(1);
  expect(replies.filter(({ replayed }) => replayed === true)).toHaveLength(2);
  const other = await client.call("chatSend", { ...request, text: "Hello!" });
  expect([other.code, other.data.error]).toEqual([300, "request.keyConflict"]);
  exchange.time.ms += 24 * 3_600_000 + 1;
  expect(accepted(await client.call("chatSend", request)).replayed).toBe(undefined);
  expect(await textsOf(client)).toEqual(["Hello", "Hello"]);
  await socket.until(() => socket.of("chat").length === 2);
});

test("CHAT-01 after a restart all messages are there in order, once, and an earlier key still counts", async () => {
  const client = await exchange.registered("restart@example.org");
  const userId = await idOf(client);
  for (const text of ["one", "two", "three"])
    accepted(await client.call("chatSend", { text, requestId: text }));
  await chat.reply(userId, "anna", "four");
  await chat.closeConversation(userId, "anna");
  accepted(await client.call("chatSend", { text: "five" }));
  // Copies the directory as left by a process killed at this moment.
  const { documents, home, time } = exchange;
  const directory = path.join(home, "chat-of-the-killed");
  cpSync(path.join(home, "chat"), directory, {
    recursive: true,
    filter: (source) => path.basename(source) !== "lock",
  });
  const keys = new UserKeys(home, SealingKey.ofFile(path.join(home, "keys", "sealing.key")), exchange.files);
  const options = { keys, uploads: documents.uploads, nowMs: () => time.ms, onFailure: () => undefined };
  const again = ChatService.open({ directory, ...options });
  const stored = again.messages(userId, 10).reverse();
  expect(stored.map(({ number, text }) => [number, text])).toEqual([
    [1, "one"],
    [2, "two"],
    [3, "three"],
    [4, "four"],
    [5, "five"],
  ]);
  expect(
    again.inbox({ which: "waiting", limit: 100 }).rows.find((row) => row.userId === userId),
  ).toMatchObject({ messages: 5 });
  expect(again.unread(userId)).toBe(1);
  const repeated = await again.send(userId, { text: "two", image: undefined, key: "two" });
  expect(repeated).toMatchObject({ replayed: true, message: { number: 2 } });
  expect(again.messages(userId, 10)).toHaveLength(5);
  again.close();
});

test("CHAT-02 111 without text and picture or for another's cursor, 210 for another's picture; pages", async () => {
  const client = await exchange.registered("limits@example.org");
  const stranger = await exchange.registered("other@example.org");
  for (const request of [{}, { text: " \n " }, { text: "x".repeat(1_001) }, { text: "a\u0007b" }]) {
    const answer = await client.call("chatSend", request);
    expect([answer.code, answer.data.error], JSON.stringify(request)).toEqual([
      111,
      "request.parameterError",
    ]);
  }
  const avatar = accepted(await sendForm(client, {}, [{ bytes: photo }])).url;
  for (const imageUrl of [await chatPhoto(stranger), avatar, "https://example.org/a.jpg"])
    expect((await client.call("chatSend", { imageUrl })).data.error).toBe("upload.imageFormat");
  for (const text of ["a", "b", "c"]) {
    accepted(await client.call("chatSend", { text }));
    accepted(await stranger.call("chatSend", { text: `other ${text}` }));
  }
  const page = accepted(await client.call("chatList", { limit: 2 }));
  expect(page.list.map(({ text }) => text)).toEqual(["c", "b"]);
  const rest = accepted(await client.call("chatList", { cursor: page.nextCursor }));
  expect([rest.list.map(({ text }) => text), rest.nextCursor]).toEqual([["a"], null]);
  expect((await stranger.call("chatList", { cursor: page.nextCursor })).code).toBe(111);
  expect((await exchange.client().call("chatList")).code).toBe(48);
});

test("CHAT-03 messages are on the disk in sealed form only, and are lost with the user's key", async () => {
  const client = await exchange.registered("secret@example.org");
  const userId = await idOf(client);
  accepted(await client.call("chatSend", { text: "my passport is lost" }));
  const directory = path.join(exchange.home, "chat");
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" })) {
    if (!name.includes(".")) continue;
    expect(readFileSync(path.join(directory, name)).includes("passport"), name).toBe(false);
  }
  await chat.forget(userId);
  expect(accepted(await client.call("chatList")).list).toEqual([]);
  accepted(await client.call("chatSend", { text: "again" }));
  expect(await textsOf(client)).toEqual(["again"]);
});

test("CHAT-03 the desk's hours, and when it opens, are shown in words", async () => {
  const client = await exchange.registered("hours@example.org");
  const desk = async () => accepted(await client.call("chatList")).desk;
  expect(await desk()).toEqual({ hours: "", isOpen: null, opensAtMs: null });
  await chat.setHours(readDeskHours("Mon-Fri 08:00-18:00") ?? null);
  exchange.time.ms = Date.UTC(2026, 0, 12, 9);
  expect(await desk()).toEqual({ hours: "Mon–Fri 08:00–18:00 UTC", isOpen: true, opensAtMs: null });
  exchange.time.ms = Date.UTC(2026, 0, 12, 19);
  expect(await desk()).toMatchObject({ isOpen: false, opensAtMs: Date.UTC(2026, 0, 13, 8) });
  const { kefu } = accepted(await client.call("home"));
  expect(kefu).toMatchObject({ chat: true, hours: "Mon–Fri 08:00–18:00 UTC" });
  await chat.setHours(null);
  expect(accepted(await client.call("home")).kefu.hours).toBe("");
});
